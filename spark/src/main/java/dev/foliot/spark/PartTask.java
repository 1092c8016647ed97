package dev.foliot.spark;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.SparkEnv;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/** One part of a load, on an executor. */
final class PartTask extends AbstractFunction1<Iterator<Integer>, Iterator<String[]>>
    implements Serializable {
  private static final long serialVersionUID = 1;

  private final long leadMs;
  private final long askedMs;
  private final PartProgram program;
  private final String plan;
  private final List<String> options;

  /**
   * @param leadMs from the agreement to the start
   * @param askedMs a start that was asked for, in milliseconds since 1970; 0 for none
   * @param plan in one line
   * @param options of {@code foliot load}
   */
  PartTask(long leadMs, long askedMs, PartProgram program, String plan, List<String> options) {
    this.leadMs = leadMs;
    this.askedMs = askedMs;
    this.program = program;
    this.plan = plan;
    this.options = options;
  }

  @Override
  public Iterator<String[]> apply(Iterator<Integer> numbers) {
    BarrierTaskContext context = BarrierTaskContext.get();
    int number = context.partitionId() + 1;
    String missing = program.missing();
    // where one cannot play, none does
    String[] missed = context.allGather(missing);
    boolean isWhole = String.join("", missed).isEmpty();
    // all were there a moment ago: what differs by more than that are their clocks
    String[] clocks = context.allGather(String.valueOf(System.currentTimeMillis()));
    PartResult result =
        isWhole
            ? program.play(
                number + "/" + missed.length,
                startMs(clocks),
                plan,
                options,
                context::isInterrupted)
            : new PartResult(1, missing, null);
    SparkEnv here = SparkEnv.get();
    String[] row = {
      String.valueOf(number),
      here.blockManager().blockManagerId().host(),
      here.executorId(),
      String.valueOf(result.exit()),
      result.said(),
      result.part()
    };
    return CollectionConverters.asScala(List.<String[]>of(row).iterator());
  }

  /** Each task computes it of the same clocks, and so to the same moment. */
  private long startMs(String[] clocks) {
    long latest = Long.MIN_VALUE;
    for (String clock : clocks) {
      latest = Math.max(latest, Long.parseLong(clock));
    }
    return askedMs > 0 ? askedMs : latest + leadMs;
  }
}
