"""Tests of Rondel; the folders mirror those of the package."""
