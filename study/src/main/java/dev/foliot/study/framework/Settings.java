package dev.foliot.study.framework;

import dev.foliot.load.yaml.Complaints;
import dev.foliot.load.yaml.YamlText;
import dev.foliot.load.yaml.YamlValue;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The configuration of a program, as far as it can be read without running it: its arguments,
 * system properties, variables, and files {@code application*.properties} and {@code .yml} beside
 * and inside it. Which profiles are active is not known, so a key may have several values, the
 * likeliest first. Immutable.
 */
final class Settings {
  private static final Pattern FILE =
      Pattern.compile(
          "(?:(?:BOOT-INF|WEB-INF)/classes/)?(?:config/|META-INF/)?"
              + "(?:application|microprofile-config)(?:-[A-Za-z0-9_]+)?\\.(?:properties|ya?ml)");
  private static final Pattern PROFILED =
      Pattern.compile("(?:application|config)-[A-Za-z0-9_]+\\.");
  private static final Pattern ARGUMENT = Pattern.compile("(?:--?|-D)([A-Za-z][^=\\s]*)=(.*)");
  private static final Pattern PROFILE = Pattern.compile("%[A-Za-z0-9,_-]+\\.");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}:]+)(?::([^}]*))?}");
  private static final Pattern PATH = Pattern.compile("[A-Za-z0-9._~/-]*");
  private static final Pattern DOCUMENT = Pattern.compile("(?m)^---.*$");
  private static final long LONGEST = 1 << 20;

  /** A value, by its key without case, hyphens and dots, as variables have it. */
  private record Entry(String key, String value) {}

  private final List<Entry> entries;

  private Settings(List<Entry> entries) {
    this.entries = List.copyOf(entries);
  }

  /** Those of an archive as a user starts it. */
  static Settings of(Archive archive, AppRequest request) {
    List<Entry> entries = new ArrayList<>();
    Stream.concat(request.args().stream(), request.jvmArgs().stream())
        .map(ARGUMENT::matcher)
        .filter(Matcher::matches)
        .forEach(found -> entries.add(new Entry(plain(found.group(1)), found.group(2))));
    request.environment().forEach((name, value) -> entries.add(new Entry(plain(name), value)));
    for (Path folder : List.of(request.folder().resolve("config"), request.folder())) {
      beside(folder, entries);
    }
    return new Settings(entries).with(archive);
  }

  /** With the files of a further archive behind them. */
  Settings with(Archive archive) {
    List<Entry> all = new ArrayList<>(entries);
    archive
        .entries()
        .filter(name -> FILE.matcher(name).matches())
        .sorted(Comparator.comparing(name -> PROFILED.matcher(name).find()))
        .forEach(name -> archive.text(name).ifPresent(text -> read(name, text, all)));
    return new Settings(all);
  }

  private static void beside(Path folder, List<Entry> entries) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        String name = String.valueOf(file.getFileName());
        if (FILE.matcher(name).matches()
            && Files.isRegularFile(file)
            && Files.size(file) <= LONGEST) {
          // what is no UTF-8 in it is no path
          read(name, new String(Files.readAllBytes(file), StandardCharsets.UTF_8), entries);
        }
      }
    } catch (IOException e) {
      // the program reads them itself; only a hint is lost
    }
  }

  private static void read(String name, String text, List<Entry> entries) {
    if (name.endsWith(".properties")) {
      Properties properties = new Properties();
      try {
        properties.load(new StringReader(text));
      } catch (IOException | IllegalArgumentException e) {
        return;
      }
      properties
          .stringPropertyNames()
          .forEach(key -> entries.add(new Entry(plain(key), properties.getProperty(key))));
      return;
    }
    for (String document : DOCUMENT.split(text, -1)) {
      if (!document.isBlank()) {
        YamlValue value = YamlText.read(document, "KEY: VALUE", new Complaints(name));
        if (value != null) {
          flatten("", value, entries);
        }
      }
    }
  }

  private static void flatten(String key, YamlValue value, List<Entry> entries) {
    switch (value) {
      case YamlValue.Entries map ->
          map.values()
              .forEach((name, inner) ->
                  flatten(key.isEmpty() ? name : key + "." + name, inner, entries));
      case YamlValue.Scalar scalar -> entries.add(new Entry(plain(key), scalar.text()));
      case YamlValue.Items _ -> {}
    }
  }

  private static String plain(String key) {
    return PROFILE
        .matcher(key)
        .replaceFirst("")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9]", "");
  }

  /** The values of a key, the likeliest first. */
  private Stream<String> values(String key) {
    String plain = plain(key);
    return entries.stream()
        .filter(entry -> entry.key.equals(plain))
        .map(entry -> filled(entry.value.strip()));
  }

  /** The likeliest value of a key; empty where none is set. */
  Optional<String> value(String key) {
    return values(key).findFirst();
  }

  /** With other keys and defaults in place of placeholders. */
  private String filled(String value) {
    return PLACEHOLDER
        .matcher(value)
        .replaceAll(found -> {
          String plain = plain(found.group(1));
          String usual = found.group(2);
          return Matcher.quoteReplacement(
              entries.stream()
                  .filter(entry -> entry.key.equals(plain) && !entry.value.contains("${"))
                  .map(Entry::value)
                  .findFirst()
                  .orElse(usual == null ? found.group() : usual));
        });
  }

  /**
   * The paths that some keys have, as {@link #path} writes them; the last one is empty.
   *
   * @param keys of which one counts
   */
  List<String> paths(String... keys) {
    Set<String> paths = new LinkedHashSet<>();
    Stream.of(keys)
        .flatMap(this::values)
        .filter(value -> PATH.matcher(value).matches())
        .map(Settings::path)
        .filter(path -> !path.isEmpty())
        .forEach(paths::add);
    paths.add("");
    return List.copyOf(paths);
  }

  /** A path with a slash before it, and none behind it; empty for the root. */
  static String path(String value) {
    String inner = value.strip().replaceAll("^/+|/+$", "");
    return inner.isEmpty() ? "" : "/" + inner;
  }
}
