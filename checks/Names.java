import java.io.IOException;
import java.io.Reader;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps the names of {@code names.properties} the same in all files that repeat them.
 *
 * <p>{@code check} prints each place that differs, and exits with 1. {@code write} changes them.
 * {@code get NAME} prints a name. A second word after check or write is the root of the tree.
 */
final class Names {
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{([a-z]+)}");
  private static final Set<String> NOT_SOURCES =
      Set.of("target", ".git", ".launch", ".foliot", ".gradle");

  /**
   * Where a name stands.
   *
   * @param files a glob
   * @param pattern its first group is the name
   * @param name as in names.properties, or a text with such references
   */
  private record Place(String files, String pattern, String name) {}

  private static final List<Place> PLACES =
      List.of(
          new Place(
              "**pom.xml",
              "<groupId>[^<]*</groupId>\\s*<artifactId>foliot[a-z-]*</artifactId>\\s*<version>([0-9][^<]*)<",
              "${version}"),
          new Place(
              "**pom.xml", "<groupId>([^<]*)</groupId>\\s*<artifactId>foliot[a-z-]*<", "${group}"),
          new Place("**pom.xml", "<foliot.version>([^<]*)<", "${version}"),
          new Place("cli/pom.xml", "<excludeGroupIds>([^<,]*)<", "${group}"),
          new Place("**pom.xml", "<url>([^<]*/foliot)</url>", "${repository}"),
          new Place("**pom.xml", "<url>([^<]*/foliot)/issues</url>", "${repository}"),
          new Place("**pom.xml", "onnection>scm:git:([^<]*)\\.git<", "${repository}"),
          new Place("**build.gradle", "'([a-z.]+):foliot-", "${group}"),
          new Place("**build.gradle", ":foliot-[a-z-]+:([^'\"]+)", "${version}"),
          new Place("**.md", "`([a-z.]+):(?:foliot-[a-z-]+|…):", "${group}"),
          new Place("**.md", "[a-z.]+:(?:foliot-[a-z-]+|…):([0-9][^`'\"\\s]*)", "${version}"),
          new Place(
              "**.md",
              "<artifactId>foliot-[a-z-]+</artifactId>\\s*<version>([^<]*)<",
              "${version}"),
          new Place("**.md", "<groupId>([^<]*)</groupId>\\s*<artifactId>foliot-", "${group}"),
          new Place("README.md", "git clone (\\S+) foliot", "${repository}"),
          new Place("checks/site/mkdocs.yml", "repo_url: (\\S+)", "${repository}"),
          new Place("**.md", "<(\\S+)/releases>", "${repository}"),
          new Place("SECURITY.md", "<(\\S+)/security/advisories", "${repository}"),
          new Place("Dockerfile", "image\\.source=\"([^\"]*)\"", "${repository}"),
          new Place("Dockerfile", "image\\.version=\"([^\"]*)\"", "${version}"),
          new Place("**.{md,yml}", "uses: (\\S+)/foliot@", "${owner}"));

  /** A name that is not as it should be. */
  private record Difference(Path file, int line, String found, String wanted) {}

  private final Path root;
  private final Properties names = new Properties();

  private Names(Path root) throws IOException {
    this.root = root;
    try (Reader reader = Files.newBufferedReader(root.resolve("names.properties"))) {
      names.load(reader);
    }
  }

  public static void main(String[] words) throws IOException {
    String verb = words.length == 0 ? "" : words[0];
    if (verb.equals("get") && words.length == 2) {
      System.out.println(new Names(Path.of(".")).filled("${" + words[1] + "}"));
    } else if (words.length > 0 && words.length < 3 && Set.of("check", "write").contains(verb)) {
      System.exit(new Names(Path.of(words.length == 2 ? words[1] : ".")).all(verb.equals("write")));
    } else {
      System.err.println("java checks/Names.java check|write [ROOT], or get NAME");
      System.exit(2);
    }
  }

  private int all(boolean write) throws IOException {
    List<Path> files = sources();
    List<Difference> differences = new ArrayList<>();
    int unused = 0;
    for (Place place : PLACES) {
      PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + place.files);
      boolean found = false;
      for (Path file : files) {
        found |= matcher.matches(file) && visit(file, place, write, differences);
      }
      if (!found) {
        System.err.printf("no file %s has %s%n", place.files, place.pattern);
        unused++;
      }
    }
    for (Difference one : differences) {
      System.err.printf(
          "%s:%d: %s%s%s%n",
          one.file, one.line, one.found, write ? " is now " : " should be ", one.wanted);
    }
    if (!write && !differences.isEmpty()) {
      System.err.println("java checks/Names.java write changes them to names.properties");
    }
    return unused > 0 || !write && !differences.isEmpty() ? 1 : 0;
  }

  /** Whether the place is in the file. */
  private boolean visit(Path file, Place place, boolean write, List<Difference> differences)
      throws IOException {
    String text = Files.readString(root.resolve(file));
    String wanted = filled(place.name);
    StringBuilder changed = new StringBuilder();
    Matcher matcher = Pattern.compile(place.pattern).matcher(text);
    int end = 0;
    boolean found = false;
    while (matcher.find()) {
      found = true;
      if (!matcher.group(1).equals(wanted)) {
        int line = (int) text.substring(0, matcher.start(1)).lines().count();
        differences.add(new Difference(file, line, matcher.group(1), wanted));
      }
      changed.append(text, end, matcher.start(1)).append(wanted);
      end = matcher.end(1);
    }
    if (write && found && !text.contentEquals(changed.append(text, end, text.length()))) {
      Files.writeString(root.resolve(file), changed);
    }
    return found;
  }

  private String filled(String text) {
    return REFERENCE
        .matcher(text)
        .replaceAll(match -> {
          String value = names.getProperty(match.group(1));
          if (value == null) {
            throw new IllegalArgumentException("names.properties has no " + match.group(1));
          }
          return Matcher.quoteReplacement(filled(value));
        });
  }

  /** Relative to the root, without what a build makes. */
  private List<Path> sources() throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return NOT_SOURCES.contains(String.valueOf(folder.getFileName()))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            files.add(root.relativize(file));
            return FileVisitResult.CONTINUE;
          }
        });
    files.sort(null);
    return files;
  }
}
