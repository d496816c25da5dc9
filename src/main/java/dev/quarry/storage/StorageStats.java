package dev.quarry.storage;

/** A consistent picture of the storage. */
public record StorageStats(long budgetBytes, long reservedBytes, long usedBytes) {}
