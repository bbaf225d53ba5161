"""How the network was made that the strongest bots play by; no part of the package.

`README.md` beside this tells how to run it. What needs PyTorch is in `network`, `acting`,
`learning` and `train`; the rest needs NumPy alone.
"""
