package dev.foliot.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless Chromium, where one is installed. */
final class Browser {
  private static final long LONGEST_S = 60;
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");

  private final Path program;
  private final Path folder;

  private Browser(Path program, Path folder) {
    this.program = program;
    this.folder = folder;
  }

  /**
   * What a page became.
   *
   * @param dom after its scripts ran
   * @param console what was said on its console, errors included
   */
  public record Loaded(String dom, List<String> console) {}

  /**
   * Looks for one on the path.
   *
   * @param folder where it may write
   */
  public static Optional<Browser> find(Path folder) {
    String path = System.getenv("PATH");
    return Stream.of((path == null ? "" : path).split(":"))
        .filter(dir -> !dir.isEmpty())
        .flatMap(dir -> NAMES.stream().map(name -> Path.of(dir, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .map(program -> new Browser(program, folder));
  }

  /** Opens a page and waits for its scripts. */
  public Loaded open(Path page, String... options) throws IOException, InterruptedException {
    Path out = folder.resolve("dom.html");
    Path err = folder.resolve("log.txt");
    List<String> command =
        new ArrayList<>(
            List.of(
                program.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--user-data-dir=" + folder.resolve("profile"),
                "--enable-logging=stderr",
                "--v=0",
                "--dump-dom"));
    command.addAll(List.of(options));
    command.add(page.toUri().toString());
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      if (!process.waitFor(LONGEST_S, TimeUnit.SECONDS)) {
        throw new AssertionError("no end within " + LONGEST_S + " s; " + Files.readString(err));
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return new Loaded(
        Files.readString(out),
        Files.readAllLines(err).stream().filter(line -> line.contains("CONSOLE")).toList());
  }
}
