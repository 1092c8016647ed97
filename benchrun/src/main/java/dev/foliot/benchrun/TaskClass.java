package dev.foliot.benchrun;

import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchParam;
import dev.foliot.bench.BenchParams;
import dev.foliot.bench.BenchTask;
import dev.foliot.service.ClassPath;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A task's class, examined before anything starts.
 *
 * <p>Its file is read but not loaded or run: this JVM stays out of the measurement, and may be
 * older or newer than the class requires.
 *
 * @param name as {@code Class.forName} takes it
 * @param defaults the options of its annotation, in command line form
 * @param params its parameters
 */
public record TaskClass(String name, Map<String, String> defaults, BenchParams params) {
  private static final String TASK = BenchTask.class.getName().replace('.', '/');
  private static final String DEFAULTS =
      "L" + BenchDefaults.class.getName().replace('.', '/') + ";";
  private static final String PARAM = "L" + BenchParam.class.getName().replace('.', '/') + ";";
  private static final String JLBH = "net/openhft/chronicle/jlbh/";
  private static final String JMH = "org/openjdk/jmh/annotations/";
  private static final String CONSTRUCTOR = "<init>";
  private static final int DEEPEST = 100;

  /**
   * Examines a class.
   *
   * @throws FoliotException if it is not on the class path, is no task, or cannot be instantiated
   * @throws dev.foliot.bench.BadOptionException if a field cannot be a parameter
   */
  public static TaskClass find(String name, ClassPath classPath) {
    String internal = name.replace('.', '/');
    ClassModel model =
        Optional.of(internal)
            .filter(path -> name.indexOf('/') < 0)
            .flatMap(path -> read(path, classPath))
            .orElseThrow(() ->
                FoliotException.usage(
                    "class "
                        + Shown.text(name)
                        + " is not on the class path ("
                        + Shown.text(classPath.toString())
                        + "): check its full name, or give --classpath"));
    if (!isTask(model, classPath, new HashSet<>())) {
      throw FoliotException.usage(
          "class "
              + Shown.text(name)
              + " is no task: "
              + (uses(JLBH, model)
                  ? "it is written for JLBH, so run its program with --jlbh"
                  : uses(JMH, model)
                      ? "it is written for JMH, so run its jar or class path with --jmh"
                      : "it must implement " + BenchTask.class.getName()));
    }
    if (model.flags().has(AccessFlag.ABSTRACT) || model.flags().has(AccessFlag.INTERFACE)) {
      throw FoliotException.usage(
          "class " + Shown.text(name) + " is abstract: name one that can be made");
    }
    if (!model.flags().has(AccessFlag.PUBLIC) || !hasConstructor(model)) {
      throw FoliotException.usage(
          "class "
              + Shown.text(name)
              + " cannot be made: it and a constructor without arguments must be public"
              + " (and a class inside another one static)");
    }
    return new TaskClass(name, defaults(model), new BenchParams(params(model, classPath)));
  }

  /**
   * The tasks on a class path whose full name has a match of a pattern, by name. Abstract ones are
   * left out.
   *
   * @throws FoliotException if a part of the class path cannot be read
   */
  public static List<String> names(Pattern pattern, ClassPath classPath) {
    return classPath.classNames().stream()
        .filter(name -> pattern.matcher(name).find())
        .filter(name ->
            read(name.replace('.', '/'), classPath)
                .filter(model -> !model.flags().has(AccessFlag.ABSTRACT))
                .filter(model -> isTask(model, classPath, new HashSet<>()))
                .isPresent())
        .toList();
  }

  private static Optional<ClassModel> read(String internal, ClassPath classPath) {
    try {
      return classPath.bytes(internal + ".class").map(ClassFile.of()::parse);
    } catch (IOException e) {
      throw FoliotException.usage(
          "class " + Shown.text(internal) + " cannot be read: " + Shown.text(e.getMessage()));
    } catch (IllegalArgumentException e) {
      throw FoliotException.usage(
          "class "
              + Shown.text(internal)
              + " is no class file that a JDK 25 can read: build it anew");
    }
  }

  /** Whether a class or a supertype names the interface; each is examined once. */
  private static boolean isTask(ClassModel model, ClassPath classPath, Set<String> seen) {
    if (seen.size() > DEEPEST || !seen.add(model.thisClass().asInternalName())) {
      return false;
    }
    for (ClassEntry implemented : model.interfaces()) {
      if (implemented.asInternalName().equals(TASK)
          || isTask(implemented.asInternalName(), classPath, seen)) {
        return true;
      }
    }
    return model.superclass().isPresent()
        && isTask(model.superclass().get().asInternalName(), classPath, seen);
  }

  /** Whether it names a class of a package, as a task for JLBH or a benchmark for JMH does. */
  private static boolean uses(String packageName, ClassModel model) {
    for (PoolEntry entry : model.constantPool()) {
      // an annotation is there as a descriptor only
      if ((entry instanceof ClassEntry used && used.asInternalName().startsWith(packageName))
          || (entry instanceof Utf8Entry text
              && text.stringValue().startsWith("L" + packageName))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isTask(String internal, ClassPath classPath, Set<String> seen) {
    return read(internal, classPath).map(above -> isTask(above, classPath, seen)).orElse(false);
  }

  private static boolean hasConstructor(ClassModel model) {
    return model.methods().stream()
        .anyMatch(method ->
            method.methodName().equalsString(CONSTRUCTOR)
                && method.methodTypeSymbol().equals(ConstantDescs.MTD_void)
                && method.flags().has(AccessFlag.PUBLIC));
  }

  /** Those of the superclasses first. */
  private static List<BenchParams.Param> params(ClassModel task, ClassPath classPath) {
    List<BenchParams.Param> params = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    Optional<ClassModel> next = Optional.of(task);
    while (next.isPresent() && seen.add(next.get().thisClass().asInternalName())) {
      ClassModel model = next.get();
      List<BenchParams.Param> own = new ArrayList<>();
      for (FieldModel field : model.fields()) {
        field
            .findAttribute(Attributes.runtimeVisibleAnnotations())
            .flatMap(all ->
                all.annotations().stream()
                    .filter(one -> one.className().equalsString(PARAM))
                    .findFirst())
            .ifPresent(annotation -> own.add(param(model, field, annotation, classPath)));
      }
      params.addAll(0, own);
      next = model.superclass().flatMap(above -> read(above.asInternalName(), classPath));
    }
    return params;
  }

  private static BenchParams.Param param(
      ClassModel owner, FieldModel field, Annotation annotation, ClassPath classPath) {
    List<String> defaults = new ArrayList<>();
    for (AnnotationElement element : annotation.elements()) {
      if (element.value() instanceof AnnotationValue.OfArray array) {
        for (AnnotationValue value : array.values()) {
          if (value instanceof AnnotationValue.OfString text) {
            defaults.add(text.stringValue());
          }
        }
      }
    }
    ClassDesc type = field.fieldTypeSymbol();
    String name =
        !type.isClassOrInterface() || type.packageName().isEmpty()
            ? type.displayName()
            : type.packageName() + "." + type.displayName();
    return BenchParams.Param.of(
        owner.thisClass().asInternalName().replace('/', '.'),
        field.fieldName().stringValue(),
        name,
        type.isClassOrInterface() ? constants(name.replace('.', '/'), classPath) : null,
        field.flags().has(AccessFlag.STATIC) || field.flags().has(AccessFlag.FINAL),
        defaults);
  }

  /** The constants of an enum, null of any other class. */
  private static @Nullable List<String> constants(String internal, ClassPath classPath) {
    ClassModel model = read(internal, classPath).or(() -> ofPlatform(internal)).orElse(null);
    return model == null || !model.flags().has(AccessFlag.ENUM)
        ? null
        : model.fields().stream()
            .filter(field -> field.flags().has(AccessFlag.ENUM))
            .map(field -> field.fieldName().stringValue())
            .toList();
  }

  /** A class of this JDK, which stands for the same one of the forks' JDK. */
  private static Optional<ClassModel> ofPlatform(String internal) {
    try (InputStream in =
        ClassLoader.getPlatformClassLoader().getResourceAsStream(internal + ".class")) {
      return in == null ? Optional.empty() : Optional.of(ClassFile.of().parse(in.readAllBytes()));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Map<String, String> defaults(ClassModel model) {
    Map<String, String> values = new LinkedHashMap<>();
    model
        .findAttribute(Attributes.runtimeVisibleAnnotations())
        .ifPresent(all ->
            all.annotations().stream()
                .filter(one -> one.className().equalsString(DEFAULTS))
                .flatMap(one -> one.elements().stream())
                .forEach(element -> put(element, values)));
    return values;
  }

  private static void put(AnnotationElement element, Map<String, String> values) {
    String name = element.name().stringValue();
    switch (element.value()) {
      case AnnotationValue.OfString text when !text.stringValue().isEmpty() ->
          values.put(name, text.stringValue());
      case AnnotationValue.OfInt number when number.intValue() != 0 ->
          values.put(name, Integer.toString(number.intValue()));
      default -> {
        // an empty text or zero keeps our own default; the annotation has no other types
      }
    }
  }
}
