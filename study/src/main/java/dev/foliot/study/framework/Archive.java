package dev.foliot.study.framework;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A jar or a war: its manifest and its entries. Nothing in it is run. For one thread. */
final class Archive implements AutoCloseable {
  private static final int MOST_BYTES = 1 << 20;
  private static final Pattern VERSION =
      Pattern.compile("(?m)^version\\s*=\\s*([0-9][A-Za-z0-9._-]*)\\s*$");

  private final Path file;
  private final JarFile jar;
  private final Attributes attributes;

  private Archive(Path file, JarFile jar, Attributes attributes) {
    this.file = file;
    this.jar = jar;
    this.attributes = attributes;
  }

  /** Opens it. */
  static Archive open(Path file) throws IOException {
    JarFile jar = new JarFile(file.toFile());
    try {
      Manifest manifest = jar.getManifest();
      return new Archive(
          file, jar, manifest == null ? new Attributes() : manifest.getMainAttributes());
    } catch (IOException | RuntimeException e) {
      jar.close();
      throw e;
    }
  }

  Path file() {
    return file;
  }

  /** An attribute of the manifest; empty if it is missing. */
  String attribute(String name) {
    String value = attributes.getValue(name);
    return value == null ? "" : value.strip();
  }

  String mainClass() {
    return attribute("Main-Class");
  }

  /** The files of its class path, relative to it. */
  List<String> classPath() {
    String files = attribute("Class-Path");
    return files.isEmpty() ? List.of() : List.of(files.split(" +", -1));
  }

  /** The names of all that is in it. */
  Stream<String> entries() {
    return jar.stream().map(JarEntry::getName);
  }

  /** Whether it has a file, or a folder whose name ends with a slash. */
  boolean has(String name) {
    return name.endsWith("/")
        ? entries().anyMatch(entry -> entry.startsWith(name))
        : jar.getEntry(name) != null;
  }

  /**
   * The version of a library, by the name of its jar in here or on the class path, or by Maven's
   * file in here.
   *
   * @param artifact with its version after a hyphen, and perhaps its group before a dot
   */
  Optional<String> version(String group, String artifact) {
    Pattern named =
        Pattern.compile("(?:^|[/.])" + Pattern.quote(artifact) + "-([0-9]+\\.[0-9][^/ ]*)\\.jar");
    return Stream.concat(classPath().stream(), entries())
        .map(named::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .findFirst()
        .or(() ->
            text("META-INF/maven/" + group + "/" + artifact + "/pom.properties")
                .map(VERSION::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1)));
  }

  /** A file in it as text, its first MiB; empty without such a file. */
  Optional<String> text(String entry) {
    JarEntry found = jar.getJarEntry(entry);
    if (found == null || found.isDirectory()) {
      return Optional.empty();
    }
    try (InputStream in = jar.getInputStream(found)) {
      return Optional.of(new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Whether a class names something, such as an annotation.
   *
   * @param name as class files have it, in ASCII
   * @param classes which classes are searched, by the names of their files
   */
  boolean names(String name, Predicate<String> classes) {
    return jar.stream()
        .filter(entry -> entry.getName().endsWith(".class") && classes.test(entry.getName()))
        .anyMatch(entry -> {
          try (InputStream in = jar.getInputStream(entry)) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.ISO_8859_1)
                .contains(name);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** The jars in a folder beside it; none without such a folder. */
  List<Path> beside(String folder) throws IOException {
    Path there = file.resolveSibling(folder);
    if (!Files.isDirectory(there)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(there)) {
      return files
          .filter(one -> one.toString().endsWith(".jar") && Files.isRegularFile(one))
          .sorted()
          .toList();
    }
  }

  @Override
  public void close() throws IOException {
    jar.close();
  }
}
