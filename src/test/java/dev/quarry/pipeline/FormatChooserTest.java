package dev.quarry.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.quarry.codec.ImageFormat;
import dev.quarry.pipeline.OutputRequest.AcceptedType;
import dev.quarry.pipeline.OutputRequest.FormatChoice;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormatChooserTest {

    private static final OutputRequest AUTO =
            new OutputRequest(FormatChoice.AUTO, null, null, null, null, null, null, null, null);

    private static final FormatChooser ALL = new FormatChooser(
            Plans.codecs(ImageFormat.JPEG, ImageFormat.PNG, ImageFormat.WEBP, ImageFormat.AVIF, ImageFormat.GIF));
    private static final FormatChooser TWO = new FormatChooser(Plans.codecs(ImageFormat.JPEG, ImageFormat.PNG));

    private static List<AcceptedType> accepted(String header) {
        List<AcceptedType> ranges = new ArrayList<>();
        for (String range : header.split(",")) {
            String[] parts = range.strip().split(";q=");
            String[] type = parts[0].split("/");
            ranges.add(new AcceptedType(type[0], type[1], parts.length == 1 ? 1 : Double.parseDouble(parts[1])));
        }
        return ranges;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*/*|PNG|false|PNG",
                "*/*|JPEG|true|JPEG",
                "*/*|TIFF|false|JPEG",
                "*/*|TIFF|true|PNG",
                "image/*|PNG|false|WEBP",
                "image/webp|JPEG|false|WEBP",
                "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8|JPEG|false|WEBP",
                "image/avif,*/*;q=0.8|JPEG|false|AVIF",
                "image/avif;q=0.5,image/webp;q=0.4|JPEG|false|AVIF",
                "image/avif;q=0,image/*|JPEG|false|WEBP",
                "image/webp;q=0,image/*|JPEG|false|JPEG",
                "image/webp;q=0,image/*|JPEG|true|PNG",
                "image/webp;q=0,*/*|PNG|false|PNG",
                "image/webp;q=0.1,*/*|JPEG|false|JPEG",
                "image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5|JPEG|false|WEBP",
                "image/jpeg|PNG|true|JPEG",
                "image/png|JPEG|false|PNG",
                "image/gif|JPEG|false|GIF",
                "IMAGE/JPEG|PNG|false|JPEG",
                "text/html,image/jpeg;q=0.2|PNG|false|JPEG",
            })
    void choose_byAccept_takesTheBestFormat(String accept, ImageFormat source, boolean alpha, ImageFormat expected) {
        assertEquals(expected, ALL.choose(AUTO, source, alpha, accepted(accept)).format());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/html",
                "image/jpeg;q=0,image/png;q=0,*/*;q=0",
                "*/*;q=0",
                "image/*;q=0",
                "image/webp,image/avif"
            })
    void choose_whereNothingIsAcceptable_isRefused(String accept) {
        NotAcceptableException refusal = assertThrows(
                NotAcceptableException.class, () -> TWO.choose(AUTO, ImageFormat.PNG, false, accepted(accept)));
        assertEquals(List.of("image/jpeg", "image/png"), refusal.facts().get("allowed"));
    }

    @Test
    void choose_withoutWebp_takesPngOrJpeg() {
        List<AcceptedType> browser = accepted("image/avif,image/webp,image/*,*/*;q=0.8");
        assertEquals(
                ImageFormat.JPEG,
                TWO.choose(AUTO, ImageFormat.PNG, false, browser).format());
        assertEquals(
                ImageFormat.PNG,
                TWO.choose(AUTO, ImageFormat.PNG, true, browser).format());
    }
}
