package dev.foliot.report;

import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import java.nio.file.Path;

/** The run that version 1 of the store wrote, and the page that belongs to it. */
final class Golden {
  public static final Path PAGE = Path.of("src", "test", "resources", "golden", "run-1.html");

  private static final Path RUN =
      Path.of("..", "store", "src", "test", "resources", "golden", "run-1");

  public static final Path STUDY_PAGE = PAGE.resolveSibling("study-2.html");

  private Golden() {}

  /** The study that version 1 of the store wrote, with all that was added to it. */
  public static StoredRun study() {
    return Store.open(RUN.resolveSibling("none")).find(RUN.resolveSibling("study-2").toString());
  }

  public static final Path DIAGNOSIS_PAGE = PAGE.resolveSibling("diagnosis-1.html");

  /** A diagnosis: 1 of a slow node, 2 of a fast one, 3 of one of which little could be seen. */
  public static StoredRun diagnosis(int number) {
    Path folder = RUN.resolveSibling("diagnosis-" + number);
    return Store.open(RUN.resolveSibling("none")).find(folder.toString());
  }

  public static final Path FLEET_PAGE = PAGE.resolveSibling("fleet-1.html");

  /** A fleet: 1 in two bands, 2 in one and with little data. */
  public static StoredRun fleet(int number) {
    Path folder = RUN.resolveSibling("fleet-" + number);
    return Store.open(RUN.resolveSibling("none")).find(folder.toString());
  }

  /** A demo: 1 with all its parts, 2 with one that was not available. */
  public static StoredRun demo(int number) {
    Path folder = RUN.resolveSibling("demo-" + number);
    return Store.open(RUN.resolveSibling("none")).find(folder.toString());
  }

  public static StoredRun run() {
    return Store.open(RUN.resolveSibling("none")).find(RUN.toString());
  }

  /** A page without what changes with every touch of its style or script. */
  public static String normalised(String html) {
    return html.replaceAll("(?s)<style>.*?</style>", "<style></style>")
        .replaceAll("(?s)<script>.*?</script>", "<script></script>")
        .replaceAll("sha256-[A-Za-z0-9+/=]*", "sha256-…");
  }
}
