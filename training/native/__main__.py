"""Compiles the encoder in C."""

from training.native import build

if __name__ == "__main__":
    build()
