package dev.foliot.text;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All reasons by their codes, and their parameters as a map, for storing them. Stateless. */
public final class Reasons {
  /** By code, without the leaves that stand for other reasons. */
  private static final Map<String, Class<? extends Reason>> BY_CODE = byCode();

  private Reasons() {}

  private static Map<String, Class<? extends Reason>> byCode() {
    Map<String, Class<? extends Reason>> all = new TreeMap<>();
    Stream.of(
            BesideReason.class,
            LoadReason.class,
            RunReason.class,
            ServiceReason.class,
            StudyReason.class,
            Reason.Plain.class)
        .forEach(family -> add(family, all));
    ServiceLoader.load(ReasonFamilies.class, Reasons.class.getClassLoader())
        .forEach(module -> module.all().forEach(family -> add(family, all)));
    return all;
  }

  private static void add(Class<?> kind, Map<String, Class<? extends Reason>> all) {
    if (kind.isRecord()) {
      Class<? extends Reason> reason = kind.asSubclass(Reason.class);
      Class<?> other = all.put(code(reason), reason);
      if (other != null) {
        throw new IllegalStateException(other + " and " + kind + " have the same code");
      }
      return;
    }
    for (Class<?> permitted : Objects.requireNonNull(kind.getPermittedSubclasses())) {
      add(permitted, all);
    }
  }

  /** Every code, in alphabetical order. */
  public static Set<String> all() {
    return BY_CODE.keySet();
  }

  /** The record of a code. */
  public static Optional<Class<? extends Reason>> type(String code) {
    return Optional.ofNullable(BY_CODE.get(code));
  }

  /** The code of a record. */
  static String code(Class<? extends Reason> type) {
    return type.getSimpleName().replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
  }

  /**
   * Rebuilds reasons from the codes and texts of a file.
   *
   * @param texts the texts beside the codes, in the same order
   * @param codes the reasons as stored; those of a newer version take their wording from the text
   */
  public static List<Reason> ofStored(List<String> texts, List<? extends Reason> codes) {
    List<Reason> reasons = new ArrayList<>();
    for (int i = 0; i < codes.size(); i++) {
      reasons.add(ofStored(i < texts.size() ? texts.get(i) : "", codes.get(i)));
    }
    return List.copyOf(reasons);
  }

  /** A stored text with unreadable parameters keeps its code and its wording. */
  public static Reason ofStored(String text, Reason reason) {
    if (reason instanceof Reason.Recorded recorded) {
      return text.isEmpty() ? recorded : new Reason.Recorded(recorded.code(), text);
    }
    if (reason instanceof Reason.In in) {
      String part = in.part() + ": ";
      return new Reason.In(
          in.part(),
          ofStored(text.startsWith(part) ? text.substring(part.length()) : text, in.reason()));
    }
    boolean isWhole = params(reason).values().stream().allMatch(Reasons::isWhole);
    return isWhole ? reason : new Reason.Recorded(reason.code(), text);
  }

  /** A nested reason that was stored without its text cannot be displayed. */
  private static boolean isWhole(Object param) {
    if (param instanceof Reason.In in) {
      return isWhole(in.reason());
    }
    if (param instanceof Reason reason) {
      return !(reason instanceof Reason.Recorded)
          && params(reason).values().stream().allMatch(Reasons::isWhole);
    }
    return !(param instanceof List<?> list) || list.stream().allMatch(Reasons::isWhole);
  }

  /** Wraps foreign messages, each in a line without a code. */
  public static List<Reason> plain(List<String> texts) {
    return texts.stream().map(text -> (Reason) new Reason.Plain(text)).toList();
  }

  /** The text of each reason, in order. */
  public static List<String> texts(List<? extends Reason> reasons) {
    return reasons.stream().map(Reason::text).toList();
  }

  /** The text of each reason with its remedy, in order. */
  public static List<String> sentences(List<? extends Reason> reasons) {
    return reasons.stream().map(Reason::sentence).toList();
  }

  /** Wraps each as a reason for one part of the whole. */
  public static List<Reason> in(String part, List<? extends Reason> reasons) {
    return reasons.stream().map(reason -> (Reason) new Reason.In(part, reason)).toList();
  }

  /** A reason's parameters by their names in camelCase, without null values. */
  public static Map<String, Object> params(Reason reason) {
    Map<String, Object> params = new LinkedHashMap<>();
    if (reason instanceof Reason.Recorded || reason instanceof Reason.In) {
      return params;
    }
    for (RecordComponent component : reason.getClass().getRecordComponents()) {
      Object value = value(component, reason);
      if (value != null) {
        params.put(component.getName(), value);
      }
    }
    return params;
  }

  private static @Nullable Object value(RecordComponent component, Reason reason) {
    try {
      return component.getAccessor().invoke(reason);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the parameters of " + reason.getClass(), e);
    }
  }

  /**
   * Makes a reason from its parameters.
   *
   * @param values one for each component of the record, in order
   * @return empty if the record refuses them
   */
  public static Optional<Reason> make(Class<? extends Reason> type, List<@Nullable Object> values) {
    try {
      Class<?>[] types =
          Arrays.stream(type.getRecordComponents())
              .map(RecordComponent::getType)
              .toArray(Class<?>[]::new);
      Constructor<? extends Reason> constructor = type.getDeclaredConstructor(types);
      return Optional.of(constructor.newInstance(values.toArray()));
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The same reason with its strings changed, for example to remove secrets. */
  public static Reason withStrings(Reason reason, UnaryOperator<String> change) {
    if (reason instanceof Reason.In in) {
      return new Reason.In(change.apply(in.part()), withStrings(in.reason(), change));
    }
    if (reason instanceof Reason.Recorded recorded) {
      return new Reason.Recorded(recorded.code(), change.apply(recorded.text()));
    }
    List<@Nullable Object> values = new ArrayList<>();
    for (RecordComponent component : reason.getClass().getRecordComponents()) {
      values.add(changed(value(component, reason), change));
    }
    return make(reason.getClass(), values)
        .orElseGet(() -> new Reason.Recorded(reason.code(), change.apply(reason.text())));
  }

  private static @Nullable Object changed(@Nullable Object value, UnaryOperator<String> change) {
    if (value instanceof String text) {
      return change.apply(text);
    }
    if (value instanceof Reason reason) {
      return withStrings(reason, change);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(one -> Objects.requireNonNull(changed(one, change))).toList();
    }
    return value;
  }
}
