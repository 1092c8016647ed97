import com.google.googlejavaformat.java.GoogleJavaFormatToolProvider;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Checks or fixes the format of every Java file below a folder: {@code Format check|fix FOLDER}.
 */
final class Format {
  private Format() {}

  public static void main(String[] args) throws Exception {
    boolean fix = args[0].equals("fix");
    Path root = Path.of(args[1]).toRealPath();
    List<Path> sources = sources(root);
    if (sources.isEmpty()) {
      System.out.println("There is no Java file below " + root);
      System.exit(1);
    }

    Stream<String> mode =
        fix ? Stream.of("--replace") : Stream.of("--dry-run", "--set-exit-if-changed");
    String[] arguments =
        Stream.concat(mode, sources.stream().map(Path::toString)).toArray(String[]::new);
    StringWriter printed = new StringWriter();
    PrintWriter out = new PrintWriter(printed);
    ToolProvider formatter = new GoogleJavaFormatToolProvider();
    int exit = formatter.run(out, new PrintWriter(System.err, true), arguments);

    if (exit == 0) {
      System.out.printf("%d Java files are formatted%n", sources.size());
      return;
    }
    if (!fix) {
      System.out.println("These files are not formatted:");
      printed.toString().lines().forEach(line -> System.out.println("  " + relative(root, line)));
      System.out.println("To format them: mvn -B -q -Pformat -pl build validate");
    }
    System.exit(1);
  }

  private static String relative(Path root, String file) {
    return root.relativize(Path.of(file).toAbsolutePath()).toString();
  }

  /** Our sources: hidden folders and what Maven made are passed over. */
  private static List<Path> sources(Path root) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName() == null ? "" : folder.getFileName().toString();
            boolean ours = folder.equals(root) || !(name.equals("target") || name.startsWith("."));
            return ours ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".java")) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    found.sort(null);
    return found;
  }
}
