package dev.foliot.service.jdk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds JDKs by their {@code release} files, in the places that the launcher and the build search.
 *
 * @param root of the file system, usually "/"
 * @param environment the variables; it reads JAVA_HOME, JDK_HOME, JAVA…_HOME and PATH
 * @param userHome the folder of .sdkman and .jdks
 * @param current the JDK that this process runs on
 */
record JdkSearch(Path root, Map<String, String> environment, Path userHome, Path current) {
  private static final int LONGEST_RELEASE = 65_536;
  private static final int MOST_FOLDERS = 1_000;
  private static final List<String> PLACES =
      List.of("usr/lib/jvm", "usr/lib64/jvm", "opt", "opt/java");
  private static final List<String> PLACES_AT_HOME = List.of(".sdkman/candidates/java", ".jdks");
  private static final Pattern VARIABLE = Pattern.compile("(JAVA[0-9A-Z_]{0,20}|JDK)_HOME");
  private static final Pattern VERSION =
      Pattern.compile("(?m)^JAVA_VERSION=\"([0-9]{1,3})([0-9A-Za-z._+-]{0,60})\"");
  private static final Pattern IMPLEMENTOR =
      Pattern.compile("(?m)^IMPLEMENTOR=\"([^\"\n]{0,200})\"");

  /** Each JDK once, by its shortest path, the newest first. */
  List<InstalledJdk> found() {
    Map<Path, InstalledJdk> byRealPath = new LinkedHashMap<>();
    for (Path home : homes()) {
      InstalledJdk jdk = at(home);
      Path real = real(home);
      if (jdk != null && real != null) {
        byRealPath.merge(real, jdk, JdkSearch::shorter);
      }
    }
    return byRealPath.values().stream()
        .sorted(Comparator.comparingInt(InstalledJdk::feature).reversed())
        .toList();
  }

  private static InstalledJdk shorter(InstalledJdk a, InstalledJdk b) {
    return a.home().toString().length() <= b.home().toString().length() ? a : b;
  }

  private List<Path> homes() {
    List<Path> homes = new ArrayList<>();
    homes.add(current);
    for (String name : new TreeSet<>(environment.keySet())) {
      if (VARIABLE.matcher(name).matches()) {
        add(homes, environment.getOrDefault(name, ""));
      }
    }
    addFromPath(homes);
    PLACES.forEach(place -> homes.addAll(folders(root.resolve(place))));
    PLACES_AT_HOME.forEach(place -> homes.addAll(folders(userHome.resolve(place))));
    return homes;
  }

  private static void add(List<Path> homes, String home) {
    try {
      if (!home.isBlank()) {
        homes.add(Path.of(home));
      }
    } catch (InvalidPathException e) {
      // A variable without a folder names no JDK.
      return;
    }
  }

  /** The java that a shell would start, with links resolved. */
  private void addFromPath(List<Path> homes) {
    for (String folder : environment.getOrDefault("PATH", "").split(":", -1)) {
      List<Path> bin = new ArrayList<>();
      add(bin, folder);
      for (Path one : bin) {
        Path java = real(one.resolve("java"));
        Path parent = java == null ? null : java.getParent();
        Path home = parent == null ? null : parent.getParent();
        if (home != null) {
          homes.add(home);
          return;
        }
      }
    }
  }

  private static List<Path> folders(Path place) {
    List<Path> folders = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(place)) {
      for (Path entry : entries) {
        if (folders.size() == MOST_FOLDERS) {
          break;
        }
        folders.add(entry);
      }
    } catch (IOException | DirectoryIteratorException e) {
      // A missing or closed folder has no JDK for this user.
      return List.of();
    }
    folders.sort(Comparator.naturalOrder());
    return folders;
  }

  private @Nullable InstalledJdk at(Path home) {
    if (!Files.isExecutable(home.resolve("bin/java"))) {
      return null;
    }
    String release = release(home.resolve("release"));
    if (release == null) {
      return null;
    }
    Matcher version = VERSION.matcher(release);
    Matcher implementor = IMPLEMENTOR.matcher(release);
    boolean known = version.find();
    return new InstalledJdk(
        home,
        known ? version.group(1) + version.group(2) : "unknown",
        known ? Integer.parseInt(version.group(1)) : 0,
        implementor.find() ? implementor.group(1) : "",
        isCurrent(home));
  }

  private boolean isCurrent(Path home) {
    Path real = real(home);
    return real != null && real.equals(real(current));
  }

  private static @Nullable String release(Path file) {
    if (!Files.isRegularFile(file)) {
      return null;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(LONGEST_RELEASE), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return null;
    }
  }

  private static @Nullable Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return null;
    }
  }
}
