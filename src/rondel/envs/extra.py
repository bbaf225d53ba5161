"""What to say where the packages of the optional extra are missing."""

MISSING = "rondel.envs needs packages that are not installed: pip install 'rondel[envs]'"
