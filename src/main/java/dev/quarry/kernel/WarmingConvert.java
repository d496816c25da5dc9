package dev.quarry.kernel;

import dev.quarry.image.Plane;

/** Colour conversions by {@code fast}, each variant by {@code plain} until it is warm. */
record WarmingConvert(ConvertKernel plain, ConvertKernel fast, Warmth warmth) implements ConvertKernel {

    @Override
    public void ycbcrToRgb(Plane y, Plane cb, Plane cr, Plane r, Plane g, Plane b, int fromRow, int toRow) {
        of(KernelVariant.YCBCR_TO_RGB).ycbcrToRgb(y, cb, cr, r, g, b, fromRow, toRow);
    }

    @Override
    public void rgbToYcbcr(Plane r, Plane g, Plane b, Plane y, Plane cb, Plane cr, int fromRow, int toRow) {
        of(KernelVariant.RGB_TO_YCBCR).rgbToYcbcr(r, g, b, y, cb, cr, fromRow, toRow);
    }

    @Override
    public void rgbToGray(Plane r, Plane g, Plane b, Plane gray, int fromRow, int toRow) {
        of(KernelVariant.RGB_TO_GRAY).rgbToGray(r, g, b, gray, fromRow, toRow);
    }

    @Override
    public void cmykToRgb(Plane c, Plane m, Plane y, Plane k, Plane r, Plane g, Plane b, int fromRow, int toRow) {
        of(KernelVariant.CMYK_TO_RGB).cmykToRgb(c, m, y, k, r, g, b, fromRow, toRow);
    }

    @Override
    public void doubleChroma(Plane source, Plane target, int fromRow, int toRow) {
        of(KernelVariant.DOUBLE_CHROMA).doubleChroma(source, target, fromRow, toRow);
    }

    private ConvertKernel of(KernelVariant variant) {
        return warmth.isWarm(variant) ? fast : plain;
    }
}
