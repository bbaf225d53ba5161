/** Where the files of Pyodide lie; the build says so. */
declare const __PYODIDE__: string;
