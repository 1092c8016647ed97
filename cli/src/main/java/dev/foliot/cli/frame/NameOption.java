package dev.foliot.cli.frame;

import dev.foliot.store.RunLabel;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.text.FoliotException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names a run. */
public final class NameOption {
  @Option(
      names = "--name",
      paramLabel = "TEXT",
      description = "What to call the run; commands take its name in place of its id.")
  private @Nullable String name;

  /**
   * Checks it before anything starts.
   *
   * @throws FoliotException if it can be no name
   */
  public void check() {
    if (name != null) {
      checked(name);
    }
  }

  /**
   * A name without the spaces around it.
   *
   * @throws FoliotException if it can be no name
   */
  public static String checked(String name) {
    String text = name.strip();
    if (text.isEmpty() || text.startsWith("@") || text.length() > RunLabel.LONGEST_NAME) {
      throw FoliotException.usage(
          "a run's name has 1 to "
              + RunLabel.LONGEST_NAME
              + " characters and does not begin with @: choose another one");
    }
    return text;
  }

  /**
   * Names a run, where a name was given and the run was begun.
   *
   * @param folder of the run
   * @param suffix tells it from others of one command; may be empty
   */
  public void give(Store store, Path folder, String suffix) {
    if (name != null && Files.exists(folder.resolve("run.json"))) {
      StoredRun run = store.find(folder.toString());
      RunLabel.of(run).named(checked(name) + (suffix.isEmpty() ? "" : " " + suffix)).write(run);
    }
  }
}
