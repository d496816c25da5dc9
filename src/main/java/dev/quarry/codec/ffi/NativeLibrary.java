package dev.quarry.codec.ffi;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A shared library that this process has loaded and keeps until it ends. */
public final class NativeLibrary {

    private static final Path MAPPINGS = Path.of("/proc/self/maps");

    private final String fileName;
    private final SymbolLookup symbols;
    private final Linker linker;

    private NativeLibrary(String fileName, SymbolLookup symbols, Linker linker) {
        this.fileName = fileName;
        this.symbols = symbols;
        this.linker = linker;
    }

    /**
     * Loads a library and binds its functions.
     *
     * @param fileName as the system's loader knows it, with the version of its interface: {@code libwebp.so.7}
     * @param binder looks the functions up; may throw {@link NoSuchElementException}
     */
    public static <T> NativeBinding<T> bind(String fileName, Function<NativeLibrary, T> binder) {
        try {
            SymbolLookup symbols = SymbolLookup.libraryLookup(fileName, Arena.global());
            return new NativeBinding.Bound<>(binder.apply(new NativeLibrary(fileName, symbols, Linker.nativeLinker())));
        } catch (IllegalArgumentException e) {
            return new NativeBinding.Unbound<>(fileName + " was not found");
        } catch (NoSuchElementException e) {
            return new NativeBinding.Unbound<>(fileName + " is another version: " + e.getMessage());
        } catch (IllegalCallerException | UnsupportedOperationException | UnsatisfiedLinkError e) {
            return new NativeBinding.Unbound<>(fileName + " cannot be called: " + e.getMessage());
        }
    }

    /**
     * A function of the library.
     *
     * @throws NoSuchElementException when it has none of this name
     */
    public MethodHandle function(String name, FunctionDescriptor type) {
        MemorySegment address =
                symbols.find(name).orElseThrow(() -> new NoSuchElementException("it has no function " + name));
        return linker.downcallHandle(address, type);
    }

    /**
     * The first group of the first match of {@code text} in the library's file, for libraries that tell their version in
     * no other way; empty where the system does not say which file was loaded.
     */
    public Optional<String> embedded(Pattern text) {
        try {
            Optional<Path> file = file();
            if (file.isEmpty()) {
                return Optional.empty();
            }
            Matcher matcher = text.matcher(Files.readString(file.get(), StandardCharsets.ISO_8859_1));
            return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * The version in the name of the library's file, such as {@code 2.0.30}; only that of its interface, such as {@code 2},
     * where the name tells no more.
     */
    public String fileVersion() {
        int start = fileName.indexOf(".so.") + ".so.".length();
        try {
            return file().map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(fileName))
                    .orElse(fileName)
                    .substring(start);
        } catch (IOException e) {
            return fileName.substring(start);
        }
    }

    private Optional<Path> file() throws IOException {
        if (!Files.isReadable(MAPPINGS)) {
            return Optional.empty();
        }
        String stem = "/" + fileName;
        try (Stream<String> lines = Files.lines(MAPPINGS)) {
            List<Path> files = lines.filter(line -> line.contains(stem))
                    .map(line -> Path.of(line.substring(line.indexOf('/'))))
                    .filter(Files::isReadable)
                    .limit(1)
                    .toList();
            return files.stream().findFirst();
        }
    }

    /** What a call through a method handle threw, as something that may be thrown on; C functions throw nothing. */
    public static RuntimeException unexpected(Throwable thrown) {
        return switch (thrown) {
            case Error error -> throw error;
            case RuntimeException exception -> exception;
            case Throwable other -> new IllegalStateException("native call failed", other);
        };
    }
}
