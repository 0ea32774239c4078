"""Trains evaluation networks on the records that `tengen datagen --features-of` writes."""
