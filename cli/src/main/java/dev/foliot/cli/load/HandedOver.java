package dev.foliot.cli.load;

import dev.foliot.load.LoadPlan;
import dev.foliot.text.FoliotException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * A plan that another Foliot hands over, in one line of the standard input. It never lies in a
 * file, since it has the secrets of requests.
 *
 * <p>The input stays open as long as the other one lives. Its end ends this process, however the
 * other one ended.
 */
final class HandedOver {
  /** What stands for the URL. */
  static final String NAME = "-";

  private static final int LONGEST = 64 << 20;

  private HandedOver() {}

  /**
   * Reads the plan, and then follows the input.
   *
   * @param ended called by another thread at the end of the input
   * @throws FoliotException if there is no plan
   */
  static LoadPlan read(InputStream in, Runnable ended) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0 || line.size() == LONGEST) {
        throw FoliotException.usage(
            "- takes a plan from another Foliot: give a URL, or a plan, as in shop.yaml");
      }
      line.write(next);
    }
    LoadPlan plan = LoadPlan.parse(line.toString(StandardCharsets.UTF_8));
    Thread.ofPlatform().daemon().name("foliot-parent").start(() -> follow(in, ended));
    return plan;
  }

  private static void follow(InputStream in, Runnable ended) {
    try {
      while (in.read() >= 0) {
        // nothing else is said
      }
    } catch (IOException e) {
      // the same as its end
    }
    ended.run();
  }
}
