package shapes;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHResult;
import net.openhft.chronicle.jlbh.JLBHResultConsumer;
import net.openhft.chronicle.jlbh.JLBHTask;
import net.openhft.chronicle.jlbh.PercentileSummary;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;

/** Two kinds of wire after each other; the program makes a summary of its own. */
public final class WireTypes implements JLBHTask {
  private final Wire wire;
  private JLBH jlbh;
  private int count;

  private WireTypes(WireType type) {
    this.wire = type.apply(Bytes.allocateElasticOnHeap(256));
  }

  public static void main(String[] args) {
    for (WireType type : new WireType[] {WireType.YAML_ONLY, WireType.JSON_ONLY}) {
      JLBHResultConsumer results = JLBHResultConsumer.newThreadSafeInstance();
      JLBH jlbh =
          new JLBH(
              new JLBHOptions()
                  .warmUpIterations(20_000)
                  .iterations(20_000)
                  .throughput(10_000)
                  .runs(3)
                  .skipFirstRun(true)
                  .recordOSJitter(false)
                  .jlbhTask(new WireTypes(type)),
              System.out,
              results);
      jlbh.start();
      JLBHResult.RunResult last = results.get().endToEnd().summaryOfLastRun();
      System.out.println(type + " p99 " + last.get99thPercentile() + ", worst " + last.getWorst());
      new PercentileSummary(true, jlbh.percentileRuns(), new double[] {0.5, 0.9, 0.99, 0.997, 1})
          .printSummary();
    }
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
  }

  @Override
  public void run(long startTimeNS) {
    wire.clear();
    wire.write("symbol")
        .text("EURUSD")
        .write("count")
        .int32(++count)
        .write("at")
        .int64(startTimeNS);
    String symbol = wire.read("symbol").text();
    int read = wire.read("count").int32();
    if (read != count || !"EURUSD".equals(symbol)) {
      throw new IllegalStateException(symbol + " " + read);
    }
    jlbh.sampleNanos(System.nanoTime() - startTimeNS);
  }
}
