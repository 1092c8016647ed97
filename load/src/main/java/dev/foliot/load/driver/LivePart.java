package dev.foliot.load.driver;

import dev.foliot.load.LiveSample;
import dev.foliot.load.LoadPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * What a part of a load does while it is played, in the folder of its run, for a process that shows
 * all parts. The plan in it has no secrets: of what is sent it has names. One thread.
 */
public final class LivePart implements AutoCloseable {
  /** The plan, as the part plays it. */
  static final String PLAN = "part-plan.json";

  /** The samples. */
  static final String SAMPLES = "part-live.jsonl";

  private final @Nullable LiveFile file;

  private LivePart(@Nullable LiveFile file) {
    this.file = file;
  }

  /**
   * Begins; a plan that is no part leaves nothing.
   *
   * @param folder of the run
   * @throws IOException if the files cannot be written
   */
  public static LivePart begin(LoadPlan plan, Path folder) throws IOException {
    if (!plan.execution().share().isPart()) {
      return new LivePart(null);
    }
    Path whole = folder.resolve(PLAN + ".new");
    Files.writeString(whole, plan.withoutContent().line());
    // who sees the plan sees all of it
    Files.move(whole, folder.resolve(PLAN), StandardCopyOption.ATOMIC_MOVE);
    return new LivePart(new LiveFile(folder.resolve(SAMPLES)));
  }

  /**
   * Adds a sample.
   *
   * @throws dev.foliot.text.FoliotException if it cannot be written
   */
  public void add(LiveSample sample) {
    if (file != null) {
      file.add(sample);
    }
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
