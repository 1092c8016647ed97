package dev.foliot.report;

import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import java.nio.file.Path;

/** What is in the store of every kind of run. */
final class Golden {
  private static final Path RUNS = Path.of("..", "store", "src", "test", "resources", "golden");

  private Golden() {}

  static StoredRun run(String name) {
    return Store.open(RUNS.resolve("none")).find(RUNS.resolve(name).toString());
  }

  static StoredRun run() {
    return run("run-1");
  }

  /** The study that version 1 of the store wrote, with all that was added to it. */
  static StoredRun study() {
    return run("study-2");
  }

  /** A diagnosis: 1 of a slow node, 2 of a fast one, 3 of one of which little could be seen. */
  static StoredRun diagnosis(int number) {
    return run("diagnosis-" + number);
  }

  /** A fleet: 1 in two bands, 2 in one and with little data. */
  static StoredRun fleet(int number) {
    return run("fleet-" + number);
  }

  /** A demo: 1 with all its parts, 2 with one that was not available. */
  static StoredRun demo(int number) {
    return run("demo-" + number);
  }

  /** A page without what changes with every touch of its style or script. */
  static String normalised(String html) {
    return html.replaceAll("(?s)<style>.*?</style>", "<style></style>")
        .replaceAll("(?s)<script>.*?</script>", "<script></script>")
        .replaceAll("sha256-[A-Za-z0-9+/=]*", "sha256-…");
  }
}
