package dev.quarry.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a picture for loads into a file. */
public final class PictureFile {

    private PictureFile() {}

    /** The arguments: width, height, and the file to write. */
    public static void main(String[] arguments) throws IOException {
        byte[] picture = LoadPictures.jpeg(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
        Path ignored = Files.write(Path.of(arguments[2]), picture);
    }
}
