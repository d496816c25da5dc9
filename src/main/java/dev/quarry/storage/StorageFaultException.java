package dev.quarry.storage;

/** Says that the storage was used wrongly; its message is the whole report. */
public final class StorageFaultException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    private final transient StorageFault fault;

    StorageFaultException(StorageFault fault) {
        super(fault.toString());
        this.fault = fault;
    }

    /** The report. */
    public StorageFault fault() {
        return fault;
    }
}
