package dev.foliot.checks.house;

import static java.util.stream.Collectors.toCollection;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A module, the modules that it may use, and its libraries: the design's graph, written once. */
record Module(String name, Set<String> uses, Set<Library> libraries) {
  private static final Library HDR_HISTOGRAM =
      new Library("org.hdrhistogram:HdrHistogram", List.of("org.HdrHistogram"));
  private static final Library JACKSON =
      new Library(
          "tools.jackson.core:jackson-databind",
          List.of("tools.jackson", "com.fasterxml.jackson.annotation"));
  private static final Library MICROMETER =
      new Library("io.micrometer:micrometer-core", List.of("io.micrometer"));
  private static final Library NETTY_HTTP =
      new Library("io.netty:netty-codec-http", List.of("io.netty"));
  private static final Library NETTY_HTTP2 =
      new Library("io.netty:netty-codec-http2", List.of("io.netty"));
  private static final Library GRPC_NETTY =
      new Library(
          "io.grpc:grpc-netty",
          List.of("io.grpc", "com.google.common", "com.google.errorprone.annotations"));
  private static final Library GRPC_SERVICES = new Library("io.grpc:grpc-services", List.of());
  private static final Library PROTOBUF =
      new Library("com.google.protobuf:protobuf-java-util", List.of("com.google.protobuf"));
  private static final Library NETTY_EPOLL =
      new Library("io.netty:netty-transport-classes-epoll", List.of("io.netty"));
  private static final Library NETTY_NATIVE =
      new Library("io.netty:netty-transport-native-epoll", List.of());
  private static final Library ASYNC_PROFILER =
      new Library("tools.profiler:async-profiler", List.of());
  private static final Library PICOCLI = new Library("info.picocli:picocli", List.of("picocli"));
  private static final Library JTE = new Library("gg.jte:jte-runtime", List.of("gg.jte"));
  private static final Library SNAKEYAML =
      new Library("org.snakeyaml:snakeyaml-engine", List.of("org.snakeyaml.engine"));
  private static final Library STATISTICS =
      new Library("org.apache.commons:commons-statistics-inference", List.of("org.apache.commons"));

  private static final Library INTERVALS =
      new Library("org.apache.commons:commons-statistics-interval", List.of());
  private static final Library DUCKDB =
      new Library("org.duckdb:duckdb_jdbc", List.of("org.duckdb"));
  private static final Library ZSTD =
      new Library("com.github.luben:zstd-jni", List.of("com.github.luben.zstd"));

  /** Provided by what a module is put into. */
  private static final Library SPRING_BOOT =
      new Library("", List.of("org.springframework", "org.apache.coyote"));

  private static final Library MAVEN = new Library("", List.of("org.apache.maven"));

  static final List<Module> ALL =
      List.of(
          new Module("text", Set.of(), Set.of()),
          new Module("stats", Set.of(), Set.of(STATISTICS, INTERVALS)),
          new Module("bench", Set.of("text"), Set.of(HDR_HISTOGRAM)),
          new Module("jlbh", Set.of("text", "bench"), Set.of()),
          new Module("pool", Set.of(), Set.of()),
          new Module("pool-micrometer", Set.of("pool"), Set.of(MICROMETER)),
          new Module(
              "pool-spring-boot-starter", Set.of("pool", "pool-micrometer"), Set.of(SPRING_BOOT)),
          new Module("apps", Set.of("pool"), Set.of(NETTY_HTTP)),
          new Module("steer", Set.of(), Set.of()),
          new Module("linux", Set.of("text"), Set.of()),
          new Module("store", Set.of("text"), Set.of(JACKSON, HDR_HISTOGRAM)),
          new Module("judgement", Set.of("text", "bench", "stats", "store", "linux"), Set.of()),
          new Module("hotspot", Set.of("text", "linux"), Set.of()),
          new Module("diagnose", Set.of("text", "hotspot", "store", "linux"), Set.of(JACKSON)),
          new Module("spark-pipe", Set.of("text"), Set.of()),
          new Module(
              "fleet",
              Set.of("text", "store", "stats", "spark-pipe"),
              Set.of(DUCKDB, ZSTD, JACKSON)),
          new Module(
              "load",
              Set.of("text", "bench", "store", "linux", "judgement"),
              Set.of(
                  NETTY_HTTP,
                  NETTY_HTTP2,
                  NETTY_EPOLL,
                  NETTY_NATIVE,
                  GRPC_NETTY,
                  GRPC_SERVICES,
                  PROTOBUF,
                  SNAKEYAML)),
          new Module(
              "service",
              Set.of("text", "bench", "store", "linux", "hotspot"),
              Set.of(ASYNC_PROFILER)),
          new Module(
              "watch",
              Set.of("text", "store", "linux", "judgement", "hotspot", "service"),
              Set.of(HDR_HISTOGRAM)),
          new Module(
              "benchrun",
              Set.of("text", "bench", "stats", "store", "linux", "judgement", "service"),
              Set.of()),
          new Module(
              "loadrun",
              Set.of(
                  "text",
                  "bench",
                  "store",
                  "linux",
                  "judgement",
                  "hotspot",
                  "service",
                  "load",
                  "benchrun",
                  "watch"),
              Set.of()),
          new Module(
              "load-java",
              Set.of("text", "bench", "stats", "store", "linux", "judgement", "load", "loadrun"),
              Set.of(JACKSON, NETTY_HTTP, NETTY_HTTP2, NETTY_EPOLL, NETTY_NATIVE, SNAKEYAML)),
          new Module(
              "study",
              Set.of(
                  "text",
                  "bench",
                  "stats",
                  "store",
                  "linux",
                  "judgement",
                  "hotspot",
                  "diagnose",
                  "load",
                  "service"),
              Set.of()),
          new Module("doctor", Set.of("text", "bench", "linux", "service"), Set.of()),
          new Module("audit", Set.of("text", "bench", "store", "linux", "judgement"), Set.of()),
          new Module(
              "demo",
              Set.of(
                  "text",
                  "bench",
                  "store",
                  "linux",
                  "diagnose",
                  "load",
                  "service",
                  "benchrun",
                  "study"),
              Set.of()),
          new Module("report", Set.of("text", "store", "stats", "judgement"), Set.of(JTE)),
          new Module("samples", Set.of("bench"), Set.of()),
          new Module("junit", Set.of("text", "bench", "stats"), Set.of()),
          new Module("maven-plugin", Set.of(), Set.of(MAVEN)),
          new Module(
              "cli",
              Set.of(
                  "text",
                  "bench",
                  "jlbh",
                  "store",
                  "stats",
                  "linux",
                  "pool",
                  "apps",
                  "steer",
                  "judgement",
                  "hotspot",
                  "diagnose",
                  "spark-pipe",
                  "fleet",
                  "load",
                  "service",
                  "watch",
                  "benchrun",
                  "loadrun",
                  "study",
                  "doctor",
                  "audit",
                  "demo",
                  "report"),
              Set.of(PICOCLI)));

  /** A library by its Maven coordinates, "" where it is provided, and its packages. */
  record Library(String coordinates, List<String> packages) {}

  static Module named(String name) {
    return ALL.stream().filter(module -> module.name.equals(name)).findFirst().orElseThrow();
  }

  /** The repository's root: the tests run in checks/house. */
  static Path root() {
    return Path.of("..", "..").toAbsolutePath().normalize();
  }

  Path folder() {
    return root().resolve(name);
  }

  /** The module's package and those below it, in ArchUnit's syntax. */
  String packages() {
    return base() + "..";
  }

  /** The folder of its package below the sources. */
  Path packageFolder() {
    return Path.of(base().replace('.', '/'));
  }

  private String base() {
    return "dev.foliot." + name.replace('-', '.');
  }

  /** The packages of modules whose name begins with this one's. */
  String[] packagesOfOthersBelow() {
    return ALL.stream()
        .filter(other -> other.base().startsWith(base() + "."))
        .map(Module::packages)
        .toArray(String[]::new);
  }

  /** The packages outside the JDK that its code may use, its own included. */
  String[] reachable() {
    Stream<Module> modules =
        Stream.concat(Stream.of(this), uses.stream().map(Module::named)).distinct();
    Set<String> packages = new TreeSet<>();
    modules.forEach(module -> {
      packages.add(module.packages());
      module.libraries.forEach(
          library -> library.packages.forEach(name -> packages.add(name + "..")));
    });
    packages.add("org.jspecify.annotations");
    return packages.toArray(String[]::new);
  }

  /** The compile and run time dependencies of its pom.xml, as {@code group:artifact}. */
  Set<String> coordinates() {
    return Stream.concat(
            uses.stream().map(used -> "dev.foliot:foliot-" + used),
            libraries.stream().map(Library::coordinates).filter(name -> !name.isEmpty()))
        .collect(toCollection(TreeSet::new));
  }

  @Override
  public String toString() {
    return name;
  }
}
