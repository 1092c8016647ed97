package dev.foliot.checks.walk.programs;

import java.util.Objects;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import org.jspecify.annotations.Nullable;

/** Takes its rate and its number of messages from its arguments. */
public final class Arguments implements JLBHTask {
  private @Nullable JLBH jlbh;

  /** Measures it: {@code main PER_S MESSAGES}. */
  public static void main(String[] arguments) {
    if (arguments.length != 2) {
      throw new IllegalArgumentException("PER_S MESSAGES, not " + String.join(" ", arguments));
    }
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(100)
                .throughput(Integer.parseInt(arguments[0]))
                .iterations(Integer.parseInt(arguments[1]))
                .runs(1)
                .skipFirstRun(false)
                .jlbhTask(new Arguments()))
        .start();
  }

  @Override
  public void init(JLBH to) {
    jlbh = to;
  }

  @Override
  public void run(long startTimeNs) {
    Objects.requireNonNull(jlbh).sample(System.nanoTime() - startTimeNs);
  }
}
