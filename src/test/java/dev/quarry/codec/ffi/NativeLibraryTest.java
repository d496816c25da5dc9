package dev.quarry.codec.ffi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.junit.jupiter.api.Test;

class NativeLibraryTest {

    private static final FunctionDescriptor ABSOLUTE =
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);

    @Test
    void bind_missingLibrary_isAValueWithTheReason() {
        NativeBinding<String> binding = NativeLibrary.bind("libthere-is-none.so.7", library -> "bound");
        assertEquals(new NativeBinding.Unbound<>("libthere-is-none.so.7 was not found"), binding);
    }

    @Test
    void bind_missingFunction_isAValueWithTheReason() {
        NativeBinding<MethodHandle> binding =
                NativeLibrary.bind("libc.so.6", library -> library.function("there_is_none", ABSOLUTE));
        NativeBinding.Unbound<MethodHandle> unbound = assertInstanceOf(NativeBinding.Unbound.class, binding);
        assertTrue(unbound.reason().contains("there_is_none"), unbound.reason());
    }

    @Test
    void bind_libraryThatIsThere_canBeCalled() throws Throwable {
        NativeBinding<MethodHandle> binding =
                NativeLibrary.bind("libc.so.6", library -> library.function("abs", ABSOLUTE));
        NativeBinding.Bound<MethodHandle> bound = assertInstanceOf(NativeBinding.Bound.class, binding);
        assertEquals(7, (int) bound.functions().invokeExact(-7));
    }

    @Test
    void fileVersion_withoutMoreInTheFilesName_isTheInterfaces() {
        NativeBinding<String> binding = NativeLibrary.bind("libc.so.6", NativeLibrary::fileVersion);
        assertEquals(new NativeBinding.Bound<>("6"), binding);
    }
}
