package dev.quarry.codec.imageio;

import dev.quarry.image.Image;
import java.awt.color.ColorSpace;
import java.awt.image.BandedSampleModel;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.Raster;

/** An image's planes as the banks of one of the platform's pictures: nothing is copied to the heap. */
public final class PlanesBuffer extends DataBuffer {

    private final Image image;
    private final int width;

    private PlanesBuffer(Image image) {
        super(
                TYPE_BYTE,
                Math.multiplyExact(image.width(), image.height()),
                image.planes().size());
        this.image = image;
        this.width = image.width();
    }

    /** A grey or RGB image as a picture of the platform; valid as long as the image. */
    public static BufferedImage pictureOf(Image image) {
        int bands = image.planes().size();
        ColorModel colors = new ComponentColorModel(
                ColorSpace.getInstance(bands == 1 ? ColorSpace.CS_GRAY : ColorSpace.CS_sRGB),
                false,
                false,
                ColorModel.OPAQUE,
                TYPE_BYTE);
        BandedSampleModel samples = new BandedSampleModel(TYPE_BYTE, image.width(), image.height(), bands);
        return new BufferedImage(
                colors, Raster.createWritableRaster(samples, new PlanesBuffer(image), null), false, null);
    }

    @Override
    public int getElem(int bank, int index) {
        return image.plane(bank).sample(index % width, index / width);
    }

    @Override
    public void setElem(int bank, int index, int value) {
        image.plane(bank).setSample(index % width, index / width, value);
    }
}
