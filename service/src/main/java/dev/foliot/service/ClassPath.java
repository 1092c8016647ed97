package dev.foliot.service;

import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The class path of a task: folders and jars in order. Paths are absolute, so any folder can be the
 * working folder.
 *
 * @param entries folders and jar files
 */
public record ClassPath(List<Path> entries) {
  private static final int LARGEST_CLASS = 16 << 20;
  private static final String CLASS = ".class";
  private static final String META_INF = "META-INF/";

  /** Keeps a copy. */
  public ClassPath {
    entries = List.copyOf(entries);
  }

  /**
   * Parses a class path like {@code java -cp}. Entries are between the platform's separators;
   * {@code DIR/*} stands for all jars of a folder.
   *
   * @throws FoliotException if an entry is missing or unreadable
   */
  public static ClassPath parse(String text) {
    List<Path> entries = new ArrayList<>();
    for (String entry : text.split(File.pathSeparator, -1)) {
      if (entry.endsWith("*")) {
        entries.addAll(jars(path(entry.substring(0, entry.length() - 1))));
      } else {
        entries.add(readable(path(entry)));
      }
    }
    return new ClassPath(entries);
  }

  private static Path path(String text) {
    try {
      return Path.of(text).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      throw FoliotException.usage("--classpath: '" + Shown.text(text) + "' is no file name");
    }
  }

  private static Path readable(Path path) {
    if (!Files.exists(path)) {
      throw FoliotException.usage(
          "--classpath: "
              + Shown.text(path.toString())
              + " is not there: build it or mend the path");
    }
    if (!Files.isReadable(path)) {
      throw FoliotException.usage(
          "--classpath: "
              + Shown.text(path.toString())
              + " may not be read: change its permissions");
    }
    if (Files.isRegularFile(path)) {
      try {
        new JarFile(path.toFile()).close();
      } catch (IOException e) {
        throw FoliotException.usage(
            "--classpath: " + Shown.text(path.toString()) + " is no folder and no jar file");
      }
    }
    return path;
  }

  private static List<Path> jars(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().toLowerCase(Locale.ROOT).endsWith(".jar"))
          .sorted()
          .map(ClassPath::readable)
          .toList();
    } catch (IOException e) {
      throw FoliotException.usage(
          "--classpath: " + Shown.text(folder.toString()) + " is no folder that can be listed");
    }
  }

  /** The bytes of a resource from the first entry that has it. */
  public Optional<byte[]> bytes(String resource) throws IOException {
    for (Path entry : entries) {
      Optional<byte[]> bytes =
          Files.isDirectory(entry) ? inFolder(entry, resource) : inJar(entry, resource);
      if (bytes.isPresent()) {
        return bytes;
      }
    }
    return Optional.empty();
  }

  /** The bytes of a resource from each entry that has it. */
  public List<byte[]> all(String resource) throws IOException {
    List<byte[]> all = new ArrayList<>();
    for (Path entry : entries) {
      new ClassPath(List.of(entry)).bytes(resource).ifPresent(all::add);
    }
    return all;
  }

  private static Optional<byte[]> inFolder(Path folder, String resource) throws IOException {
    Path file;
    try {
      file = folder.resolve(resource).normalize();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
    if (!file.startsWith(folder) || !Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(file)) {
      return Optional.of(in.readNBytes(LARGEST_CLASS));
    }
  }

  private static Optional<byte[]> inJar(Path jarFile, String resource) throws IOException {
    try (JarFile jar = new JarFile(jarFile.toFile())) {
      JarEntry entry = jar.getJarEntry(resource);
      if (entry == null) {
        return Optional.empty();
      }
      try (InputStream in = jar.getInputStream(entry)) {
        return Optional.of(in.readNBytes(LARGEST_CLASS));
      }
    }
  }

  /**
   * The full names of all classes, each once and in order, as {@code Class.forName} takes them.
   *
   * @throws FoliotException if an entry cannot be read
   */
  public List<String> classNames() {
    Set<String> names = new TreeSet<>();
    for (Path entry : entries) {
      try {
        (Files.isDirectory(entry) ? filesOf(entry) : entriesOf(entry))
            .stream()
                .filter(name -> name.endsWith(CLASS) && !name.startsWith(META_INF))
                .map(name -> name.substring(0, name.length() - CLASS.length()).replace('/', '.'))
                .forEach(names::add);
      } catch (IOException | UncheckedIOException e) {
        throw FoliotException.usage(
            "--classpath: " + Shown.text(entry.toString()) + " cannot be read: it has changed");
      }
    }
    return List.copyOf(names);
  }

  private static List<String> filesOf(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .map(file -> folder.relativize(file).toString().replace(File.separatorChar, '/'))
          .toList();
    }
  }

  private static List<String> entriesOf(Path jarFile) throws IOException {
    try (JarFile jar = new JarFile(jarFile.toFile())) {
      return jar.stream().map(JarEntry::getName).toList();
    }
  }

  /** This class path followed by another. */
  public ClassPath and(ClassPath other) {
    return new ClassPath(Stream.concat(entries.stream(), other.entries.stream()).toList());
  }

  /** In the form of {@code java -cp}. */
  @Override
  public String toString() {
    return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
