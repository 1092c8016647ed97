package mine;

import java.io.*;
import java.nio.file.*;
import java.time.Duration;
import net.openhft.chronicle.jlbh.*;
import net.openhft.chronicle.jlbh.util.JLBHResultSerializer;

/** Reads the result in the program and writes it as CSV. */
public class ResultAndCsv implements JLBHTask {
  private JLBH jlbh;

  public static void main(String[] args) throws IOException {
    JLBHResultConsumer consumer = JLBHResultConsumer.newThreadSafeInstance();
    JLBH jlbh =
        new JLBH(
            new JLBHOptions()
                .warmUpIterations(1_000)
                .iterations(12_000)
                .throughput(12_000)
                .runs(2)
                .recordOSJitter(false)
                .latencyDistributor(LatencyDistributors.RANDOM2)
                .jlbhTask(new ResultAndCsv()),
            new PrintStream(OutputStream.nullOutputStream()),
            consumer);
    jlbh.addProbe(JLBHResultSerializer.THE_PROBE);
    jlbh.start();
    JLBHResult result = consumer.get();
    Duration p99 = result.endToEnd().summaryOfLastRun().get99thPercentile();
    if (p99.compareTo(result.endToEnd().summaryOfLastRun().getWorst()) > 0)
      throw new AssertionError();
    if (result.osJitter().isPresent() || result.endToEnd().eachRunSummary().size() != 2)
      throw new AssertionError();
    Path csv = Files.createTempFile("result", ".csv");
    JLBHResultSerializer.runResultToCSV(result, csv.toString());
    System.out.print("csv " + Files.readString(csv).replace("\n", "|"));
    Files.delete(csv);
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
  }

  @Override
  public void run(long startTimeNS) {
    jlbh.addProbe("theProbe").sampleNanos(100);
    jlbh.sample(System.nanoTime() - startTimeNS);
  }
}
