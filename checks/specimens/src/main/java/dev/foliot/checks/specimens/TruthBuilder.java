package dev.foliot.checks.specimens;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Builds the truth about a specimen. Without a problem it is a control. */
final class TruthBuilder {
  private final String name;
  private final String what;
  private Kind kind = Kind.NONE;
  private List<Jdk> sickOn = List.of();
  private String className = "";
  private List<String> also = List.of();
  private String loader = "";
  private List<String> interfaces = List.of();
  private List<String> writers = List.of();
  private List<String> readers = List.of();
  private List<String> sites = List.of();
  private @Nullable Neighbour neighbour;
  private boolean isLowAllowed;
  private int since = 17;

  TruthBuilder(String name, String what) {
    this.name = name;
    this.what = what;
  }

  /** Affected where no code uses the table. */
  TruthBuilder sick(Kind illness) {
    return sick(illness, Jdk.JDK_17, Jdk.JDK_21_0_4);
  }

  TruthBuilder sick(Kind illness, Jdk... on) {
    kind = illness;
    sickOn = List.of(on);
    return this;
  }

  /** The classes in question, all of one loader. */
  TruthBuilder about(Class<?> type, Class<?>... others) {
    also = Stream.of(others).map(Class::getName).toList();
    return about(type.getName(), loaderOf(type));
  }

  TruthBuilder about(String type, String itsLoader) {
    className = type;
    loader = itsLoader;
    return this;
  }

  TruthBuilder between(Class<?>... types) {
    interfaces = Stream.of(types).map(Class::getName).toList();
    return this;
  }

  TruthBuilder writtenBy(String... threads) {
    writers = List.of(threads);
    return this;
  }

  TruthBuilder readBy(Neighbour field, String... threads) {
    neighbour = field;
    return readBy(threads);
  }

  /** Threads that read the written word itself, independently of the address. */
  TruthBuilder readBy(String... threads) {
    readers = List.of(threads);
    return this;
  }

  /** Adds the methods with the casts. */
  TruthBuilder at(Class<?> type, String... methods) {
    sites =
        Stream.concat(
                sites.stream(), Stream.of(methods).map(method -> type.getName() + "." + method))
            .toList();
    return this;
  }

  TruthBuilder lowAllowed() {
    isLowAllowed = true;
    return this;
  }

  TruthBuilder since(int feature) {
    since = feature;
    return this;
  }

  Truth build() {
    return new Truth(
        name,
        what,
        kind,
        sickOn,
        className,
        also,
        loader,
        interfaces,
        writers,
        readers,
        sites,
        Optional.ofNullable(neighbour),
        isLowAllowed,
        since);
  }

  /** A class's loader, in the words of the truth. */
  static String loaderOf(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    if (loader == null) {
      return "bootstrap";
    }
    return loader.equals(ClassLoader.getSystemClassLoader()) ? "app" : loader.getClass().getName();
  }
}
