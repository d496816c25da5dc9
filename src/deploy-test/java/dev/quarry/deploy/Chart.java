package dev.quarry.deploy;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesList;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * A rendering of the chart.
 *
 * @param yaml what Helm writes
 * @param objects the same, read with the models of Kubernetes and of the Prometheus operator
 */
record Chart(String yaml, List<HasMetadata> objects) {

    static final Path DIRECTORY = Path.of("helm/quarry");

    private static final String MODELS = "io.fabric8.";

    /** The chart with these values, each as {@code name=value} in the form of {@code helm --set}. */
    static Chart render(String... values) {
        return render(DIRECTORY, values);
    }

    /** The same for a copy of the chart. */
    static Chart render(Path directory, String... values) {
        TemplateCommand command = new Helm(directory)
                .template()
                .withName("demo")
                .withNamespace("images")
                .withKubeVersion("1.31.0");
        for (String value : values) {
            int equals = value.indexOf('=');
            command = command.set(value.substring(0, equals), value.substring(equals + 1));
        }
        String yaml = command.call();
        return new Chart(yaml, parse(yaml));
    }

    private static List<HasMetadata> parse(String yaml) {
        Object parsed = new KubernetesSerialization().unmarshal(yaml);
        return switch (parsed) {
            case KubernetesList list -> list.getItems();
            case Collection<?> several ->
                several.stream().map(HasMetadata.class::cast).toList();
            default -> List.of((HasMetadata) parsed);
        };
    }

    /** Kinds of all objects, sorted. */
    List<String> kinds() {
        return objects.stream().map(HasMetadata::getKind).sorted().toList();
    }

    /** The only object of this type. */
    <T extends HasMetadata> T only(Class<T> type) {
        List<T> found = all(type);
        if (found.size() != 1) {
            throw new AssertionError("expected one " + type.getSimpleName() + ", there are " + found.size());
        }
        return found.getFirst();
    }

    /** Every object of this type. */
    <T extends HasMetadata> List<T> all(Class<T> type) {
        return objects.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** The object of this type and name. */
    <T extends HasMetadata> T named(Class<T> type, String name) {
        return all(type).stream()
                .filter(object -> object.getMetadata().getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Every field that the models do not know, as {@code Type.field}: the models keep those as additional properties. */
    List<String> unknownFields() {
        List<String> found = new ArrayList<>();
        objects.forEach(object -> walk(object, found));
        return found;
    }

    private static void walk(Object value, List<String> found) {
        if (value instanceof Collection<?> several) {
            several.stream().filter(item -> item != null).forEach(item -> walk(item, found));
        } else if (value.getClass().getName().startsWith(MODELS)
                && !value.getClass().isEnum()) {
            for (Method method : value.getClass().getMethods()) {
                if (method.getParameterCount() == 0 && method.getName().startsWith("get")) {
                    walkProperty(value, method, found);
                }
            }
        }
    }

    private static void walkProperty(Object owner, Method getter, List<String> found) {
        Object value;
        try {
            value = getter.invoke(owner);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + getter, e);
        }
        if (value instanceof Map<?, ?> map && getter.getName().equals("getAdditionalProperties")) {
            map.keySet().forEach(name -> found.add(owner.getClass().getSimpleName() + "." + name));
        } else if (value instanceof Map<?, ?> map) {
            map.values().stream().filter(item -> item != null).forEach(item -> walk(item, found));
        } else if (value != null) {
            walk(value, found);
        }
    }
}
