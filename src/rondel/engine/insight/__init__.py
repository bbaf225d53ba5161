"""What helps to judge a position: figures, forecasts, consequences, reasons."""
