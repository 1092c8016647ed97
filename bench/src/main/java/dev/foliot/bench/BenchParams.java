package dev.foliot.bench;

import dev.foliot.text.Shown;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a task: its fields with {@link BenchParam}, those of superclasses first.
 * Immutable.
 */
public final class BenchParams {
  /** The most combinations of values. */
  public static final int MOST_COMBINATIONS = 20;

  private static final Map<String, Type> TYPES = types();

  private final List<Param> params;

  /**
   * The parameters of a task.
   *
   * @throws BadOptionException if two have the same name
   */
  public BenchParams(List<Param> params) {
    this.params = List.copyOf(params);
    Set<String> names = new HashSet<>();
    for (Param param : params) {
      if (!names.add(param.name)) {
        throw new BadOptionException(
            param + " has the name of a parameter in a superclass: rename one of them");
      }
    }
  }

  /**
   * The parameters of a class.
   *
   * @throws BadOptionException if a field cannot be a parameter
   */
  public static BenchParams of(Class<?> task) {
    return new BenchParams(fields(task).stream().map(BenchParams::param).toList());
  }

  /** One parameter. Immutable. */
  public static final class Param {
    private final String owner;
    private final String name;
    private final Type type;
    private final List<String> defaults;

    private Param(String owner, String name, Type type, List<String> defaults) {
      this.owner = owner;
      this.name = name;
      this.type = type;
      this.defaults = List.copyOf(defaults);
    }

    /**
     * The parameter that a field is.
     *
     * @param owner the class with the field
     * @param name the field
     * @param typeName the name of the field's type, as {@link Class#getName} has it
     * @param constants those of an enum, null of any other type
     * @param isFixed whether the field is static or final
     * @param defaults its values where the user names none; without them an enum takes all
     * @throws BadOptionException if it cannot be a parameter
     */
    public static Param of(
        String owner,
        String name,
        String typeName,
        @Nullable List<String> constants,
        boolean isFixed,
        List<String> defaults) {
      Type type = constants == null ? TYPES.get(typeName) : Type.ofEnum(constants);
      if (type == null || isFixed) {
        throw new BadOptionException(
            "field "
                + Shown.text(name)
                + " of "
                + Shown.text(owner)
                + (isFixed
                    ? " is static or final: a parameter must be neither"
                    : " has the type "
                        + Shown.text(typeName)
                        + ": a parameter is a String, a primitive, an enum or a Duration"));
      }
      return new Param(
          owner, name, type, defaults.isEmpty() && constants != null ? constants : defaults);
    }

    /** The values to measure: those given, else the defaults. */
    private List<String> values(@Nullable List<String> given) {
      List<String> values = given == null || given.isEmpty() ? defaults : given;
      if (values.isEmpty()) {
        throw new BadOptionException(this + " has no value: give --param " + name + "=VALUE");
      }
      Set<String> distinct = new HashSet<>();
      for (String value : values) {
        checked(value);
        if (!distinct.add(value)) {
          throw new BadOptionException(
              this + " has the value '" + Shown.text(value) + "' twice: give it once");
        }
      }
      return values;
    }

    private String checked(String value) {
      if (!type.accepts(value)) {
        throw new BadOptionException(
            this + " takes " + Shown.text(type.wanted()) + ", not '" + Shown.text(value) + "'");
      }
      return value;
    }

    /** The one value to set: that given, else the only default. */
    private String value(@Nullable String given) {
      if (given != null) {
        return checked(given);
      }
      if (defaults.size() > 1) {
        throw new BadOptionException(
            this
                + " has "
                + defaults.size()
                + " default values: name one in the call of BenchRunner.run");
      }
      return values(null).get(0);
    }

    @Override
    public String toString() {
      return "field " + Shown.text(name) + " of " + Shown.text(owner);
    }
  }

  /**
   * A type that a parameter may have.
   *
   * @param wanted what a value must be, in words: {@code an int}
   * @param reading makes the value out of its text; refuses any other text with an {@link
   *     IllegalArgumentException}
   */
  private record Type(String wanted, Function<String, Object> reading) {
    /** An enum with these constants. Its values stay names. */
    static Type ofEnum(List<String> constants) {
      return new Type(
          "an enum (" + String.join(", ", constants) + ")",
          text -> {
            if (!constants.contains(text)) {
              throw new IllegalArgumentException(text);
            }
            return text;
          });
    }

    private boolean accepts(String text) {
      try {
        return reading.apply(text) != null;
      } catch (IllegalArgumentException e) {
        return false;
      }
    }
  }

  private static Map<String, Type> types() {
    Map<String, Type> types = new HashMap<>();
    add(types, int.class, Integer.class, "an int", Integer::valueOf);
    add(types, long.class, Long.class, "a long", Long::valueOf);
    add(types, short.class, Short.class, "a short", Short::valueOf);
    add(types, byte.class, Byte.class, "a byte", Byte::valueOf);
    add(types, float.class, Float.class, "a float", Float::valueOf);
    add(types, double.class, Double.class, "a double", Double::valueOf);
    add(types, boolean.class, Boolean.class, "a boolean (true or false)", BenchParams::truth);
    add(types, char.class, Character.class, "a char (one character)", BenchParams::character);
    types.put(String.class.getName(), new Type("a String", text -> text));
    types.put(
        Duration.class.getName(),
        new Type("a Duration such as 5ms", text -> Duration.ofNanos(TimeSpan.parseNs(text))));
    return types;
  }

  private static void add(
      Map<String, Type> types,
      Class<?> primitive,
      Class<?> box,
      String wanted,
      Function<String, Object> reading) {
    Type type = new Type(wanted, reading);
    types.put(primitive.getName(), type);
    types.put(box.getName(), type);
  }

  private static Object truth(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(text);
    }
    return Boolean.valueOf(text);
  }

  private static Object character(String text) {
    if (text.length() != 1) {
      throw new IllegalArgumentException(text);
    }
    return text.charAt(0);
  }

  /** The names, in order. */
  public List<String> names() {
    return params.stream().map(param -> param.name).toList();
  }

  /**
   * Each combination of values, by the name of the parameter; the last parameter varies fastest.
   * One empty combination where there is no parameter.
   *
   * @param given the values of some parameters, in place of their defaults
   * @throws BadOptionException if a name is unknown, a value is missing, wrong or there twice, or
   *     there are more than {@link #MOST_COMBINATIONS}
   */
  public List<Map<String, String>> combinations(Map<String, List<String>> given) {
    mustKnow(given.keySet());
    List<Map<String, String>> all = List.of(Map.of());
    for (Param param : params) {
      List<String> values = param.values(given.get(param.name));
      if (all.size() * (long) values.size() > MOST_COMBINATIONS) {
        throw new BadOptionException(
            "the parameters have more than "
                + MOST_COMBINATIONS
                + " combinations: name fewer values with --param");
      }
      List<Map<String, String>> more = new ArrayList<>();
      for (Map<String, String> before : all) {
        for (String value : values) {
          Map<String, String> combination = new LinkedHashMap<>(before);
          combination.put(param.name, value);
          more.add(Collections.unmodifiableMap(combination));
        }
      }
      all = more;
    }
    return all;
  }

  private void mustKnow(Set<String> given) {
    for (String name : given) {
      if (!names().contains(name)) {
        throw new BadOptionException(
            "the task has no parameter '"
                + Shown.text(name)
                + "'"
                + (params.isEmpty()
                    ? ": annotate a field with @BenchParam"
                    : "; it has " + String.join(", ", names())));
      }
    }
  }

  /**
   * Sets the parameters of a task.
   *
   * @param values by name; a parameter without one takes its only default
   * @throws BadOptionException if a name is unknown, or a value is missing or wrong
   */
  static void set(BenchTask task, Map<String, String> values) {
    List<Field> fields = fields(task.getClass());
    BenchParams all = new BenchParams(fields.stream().map(BenchParams::param).toList());
    all.mustKnow(values.keySet());
    for (int i = 0; i < fields.size(); i++) {
      Param param = all.params.get(i);
      set(task, fields.get(i), param, param.value(values.get(param.name)));
    }
  }

  private static void set(BenchTask task, Field field, Param param, String value) {
    try {
      field.setAccessible(true);
      field.set(
          task,
          field.getType().isEnum()
              ? constant(field.getType(), value)
              : param.type.reading().apply(value));
    } catch (IllegalAccessException | InaccessibleObjectException e) {
      throw new BadOptionException(
          param + " cannot be set: its module must open its package to dev.foliot.bench");
    }
  }

  private static List<Field> fields(Class<?> task) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> type = task; type != null; type = type.getSuperclass()) {
      fields.addAll(
          0,
          Arrays.stream(type.getDeclaredFields())
              .filter(field -> field.isAnnotationPresent(BenchParam.class))
              .toList());
    }
    return fields;
  }

  private static Param param(Field field) {
    BenchParam annotation = field.getAnnotation(BenchParam.class);
    return Param.of(
        field.getDeclaringClass().getName(),
        field.getName(),
        field.getType().getName(),
        field.getType().isEnum() ? constants(field.getType()).map(Enum::name).toList() : null,
        (field.getModifiers() & (Modifier.STATIC | Modifier.FINAL)) != 0,
        annotation == null ? List.of() : List.of(annotation.value()));
  }

  private static Stream<Enum<?>> constants(Class<?> type) {
    return Arrays.stream(type.getEnumConstants()).map(constant -> (Enum<?>) constant);
  }

  private static Object constant(Class<?> type, String name) {
    return constants(type)
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(name));
  }
}
