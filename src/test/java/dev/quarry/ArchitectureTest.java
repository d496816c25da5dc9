package dev.quarry;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The house as one map: which package may use which. Whoever changes the map changes the architecture. */
class ArchitectureTest {

    private static final String BASE = "dev.quarry";

    /** Each package with all the packages that it may use. The root wires everything and may use all. */
    private static final Map<String, Set<String>> MAY_USE = Map.of(
            "error", Set.of(),
            "storage", Set.of("error"),
            "image", Set.of("error", "storage"),
            "kernel", Set.of("error", "storage", "image"),
            "operation", Set.of("error", "storage", "image", "kernel"),
            "codec", Set.of("error", "storage", "image", "kernel"),
            "pipeline", Set.of("error", "storage", "image", "kernel", "operation", "codec"),
            "engine", Set.of("error", "storage", "image", "kernel", "operation", "codec", "pipeline"),
            "metrics", Set.of("error", "storage", "image", "kernel", "codec", "pipeline", "engine"),
            "web", Set.of("error", "storage", "image", "kernel", "operation", "codec", "pipeline", "engine"));

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(BASE);

    @Test
    void packages_all_areInTheMap() {
        Set<String> found = CLASSES.stream()
                .map(ArchitectureTest::capability)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(new TreeSet<>(MAY_USE.keySet()), found);
    }

    @Test
    void arrows_all_goOneWay() {
        Set<String> wrong = new TreeSet<>();
        for (JavaClass from : CLASSES) {
            from.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                    .filter(target -> target.getPackageName().startsWith(BASE))
                    .filter(target -> !isAllowed(capability(from), capability(target)))
                    .forEach(target -> wrong.add(from.getName() + " → " + target.getName()));
        }
        assertEquals(Set.of(), wrong);
    }

    private static boolean isAllowed(String user, String used) {
        return user.isEmpty()
                || user.equals(used)
                || MAY_USE.getOrDefault(user, Set.of()).contains(used);
    }

    /** The first package below the base, empty for the root. */
    private static String capability(JavaClass type) {
        String below = type.getPackageName().substring(BASE.length());
        return below.isEmpty() ? "" : below.substring(1).split("\\.", 2)[0];
    }

    @Test
    void nativeLinker_outsideOfCodecStorageAndOs_isNotUsed() {
        noClasses()
                .that(resideOutsideOfPackages(BASE + ".codec..", BASE + ".storage..", BASE + ".engine.os.."))
                .should()
                .dependOnClassesThat(named("java.lang.foreign.Linker", "java.lang.foreign.SymbolLookup"))
                .check(CLASSES);
    }

    @Test
    void foreignArena_outsideOfCodecAndStorage_isNotUsed() {
        noClasses()
                .that(resideOutsideOfPackages(BASE + ".codec.ffi..", BASE + ".storage.."))
                .should()
                .dependOnClassesThat(named("java.lang.foreign.Arena"))
                .check(CLASSES);
    }

    private static DescribedPredicate<JavaClass> named(String... names) {
        Set<String> wanted = Set.of(names);
        return describe("one of " + wanted, type -> wanted.contains(type.getName()));
    }

    @Test
    void vectorModule_outsideOfVectorTwins_isNotUsed() {
        DescribedPredicate<JavaClass> vectorTwin =
                describe("vector twin", type -> type.getName().startsWith(BASE + ".kernel.Vector"));
        noClasses()
                .that(not(vectorTwin))
                .should()
                .dependOnClassesThat(resideInAPackage("jdk.incubator.vector.."))
                .check(CLASSES);
    }

    @Test
    void spring_inTheCore_isOnlySettingsAnnotations() {
        noClasses()
                .that(resideOutsideOfPackages(BASE, BASE + ".web.."))
                .should()
                .dependOnClassesThat(resideInAPackage("org.springframework..")
                        .and(not(resideInAPackage("org.springframework.boot.context.properties.."))))
                .check(CLASSES);
    }

    @Test
    void micrometer_outsideOfMetrics_isNotUsed() {
        noClasses()
                .that(resideOutsideOfPackages(BASE, BASE + ".metrics.."))
                .should()
                .dependOnClassesThat(resideInAPackage("io.micrometer.."))
                .check(CLASSES);
    }

    @Test
    void classNames_all_sayWhatTheyAre() {
        List<String> vague = CLASSES.stream()
                .map(JavaClass::getSimpleName)
                .filter(name -> name.matches(".*(Utils?|Helper|Manager|Impl)"))
                .toList();
        assertEquals(List.of(), vague);
    }

    @Test
    void publicTypes_ofOnePackage_areAtMostTwenty() {
        Map<String, Integer> counts = new TreeMap<>();
        CLASSES.stream()
                .filter(type -> type.getEnclosingClass().isEmpty())
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .forEach(type -> counts.merge(type.getPackageName(), 1, Integer::sum));
        // A sealed type and its records must share a package.
        counts.keySet().removeAll(Set.of(BASE + ".operation", BASE + ".kernel"));
        counts.values().removeIf(count -> count <= 20);
        assertEquals(Map.of(), counts);
    }

    @Test
    void map_itself_hasNoCycles() {
        Set<String> mutual = new TreeSet<>();
        MAY_USE.forEach((user, used) -> used.stream()
                .filter(other -> MAY_USE.getOrDefault(other, Set.of()).contains(user))
                .forEach(other -> mutual.add(user + " ↔ " + other)));
        assertEquals(Set.of(), mutual);
    }
}
