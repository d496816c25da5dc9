package dev.quarry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The tags by which CI chooses what it repeats: {@code kernels} and {@code codecs} mark tests that those of the environment reach,
 * {@code no-mode} an integration test that neither reaches. Without its tag a test would be missing from a mode.
 */
class ModesTest {

    private static final Set<String> TAGS = Set.of("kernels", "codecs", "no-mode");

    private static final JavaClasses TESTS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeJars())
            .importPackages("dev.quarry");

    private static Stream<JavaClass> tests(String suffix) {
        return TESTS.stream()
                .filter(type -> type.getSimpleName().endsWith(suffix))
                .filter(type -> !type.getPackageName().equals("dev.quarry.deploy"));
    }

    private static Set<String> tags(JavaClass type) {
        return Arrays.stream(type.reflect().getAnnotationsByType(Tag.class))
                .map(Tag::value)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Tests that use what {@code owner} offers under one of these names, and lack the tag. */
    private static List<String> withoutTag(String tag, String owner, Predicate<String> method) {
        List<JavaClass> users = Stream.concat(tests("Test"), tests("IT"))
                .filter(type -> type.getCodeUnitCallsFromSelf().stream()
                        .anyMatch(call -> call.getTargetOwner().getSimpleName().equals(owner)
                                && method.test(call.getTarget().getName())))
                .toList();
        assertTrue(!users.isEmpty(), "nobody uses " + owner);
        return users.stream()
                .filter(type -> !tags(type).contains(tag))
                .map(JavaClass::getSimpleName)
                .toList();
    }

    @Test
    void integrationTests_all_sayWhichModesReachThem() {
        List<String> silent = tests("IT")
                .filter(type -> tags(type).isEmpty())
                .map(JavaClass::getSimpleName)
                .toList();
        assertEquals(List.of(), silent);
    }

    @Test
    void tags_all_areKnown() {
        Set<String> used = Stream.concat(tests("Test"), tests("IT"))
                .flatMap(type -> tags(type).stream())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(new TreeSet<>(TAGS), used);
    }

    @Test
    void usersOfTheMode_all_haveItsTag() {
        assertEquals(List.of(), withoutTag("kernels", "TestedMode", "kernels"::equals));
        assertEquals(List.of(), withoutTag("codecs", "TestedMode", "codecs"::equals));
    }

    @Test
    void usersOfAService_all_areReachedByItsCodecs() {
        assertEquals(List.of(), withoutTag("codecs", "RunningService", "start"::equals));
        assertEquals(List.of(), withoutTag("codecs", "ServiceProcess", "start"::equals));
    }

    @Test
    void servicesOfThisProcess_exceptWithKernelsOfTheirOwn_areReachedByTheKernels() {
        assertEquals(List.of("WarmMemoryIT"), withoutTag("kernels", "RunningService", "start"::equals));
    }
}
