package dev.quarry.storage;

import dev.quarry.storage.StorageSettings.Provider;
import java.util.Locale;

/**
 * The memory that a storage is built in, and why.
 *
 * @param memory the address range
 * @param reason why it comes from where it comes from, as a phrase for the log
 */
record ProviderChoice(SystemMemory memory, String reason) {

    /**
     * What the settings ask for, with addresses from {@code reserver} where {@code mmap} may be used.
     *
     * @throws IllegalStateException when the provider is {@code MMAP} or {@code MALLOC} and the system refuses
     */
    static ProviderChoice of(StorageSettings settings, SystemMemory.Reserver reserver) {
        long bytes = settings.budgetBytes() / SizeClasses.PAGE_BYTES * SizeClasses.PAGE_BYTES;
        Provider wanted = settings.provider();
        try {
            return switch (wanted) {
                case PORTABLE -> portable(bytes, "as configured");
                case MALLOC -> new ProviderChoice(MallocMemory.open(bytes), "malloc for each block, as configured");
                case AUTO, MMAP -> {
                    SystemMemory memory = reserver.reserve(bytes, settings.hugePages());
                    String reason = "mmap of " + memory.segment().byteSize() + " bytes of addresses";
                    yield new ProviderChoice(memory, reason);
                }
            };
        } catch (SystemMemory.UnavailableException e) {
            if (wanted == Provider.AUTO) {
                return portable(bytes, "because " + e.getMessage());
            }
            String name = wanted.name().toLowerCase(Locale.ROOT);
            throw new IllegalStateException("quarry.storage.provider is " + name + ", but " + e.getMessage(), e);
        }
    }

    private static ProviderChoice portable(long bytes, String why) {
        return new ProviderChoice(new PortableMemory(bytes), "portable memory, " + why);
    }
}
