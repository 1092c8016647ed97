package shapes;

import java.nio.file.Files;
import java.nio.file.Path;
import net.openhft.affinity.AffinityLock;
import net.openhft.chronicle.core.io.IOTools;
import net.openhft.chronicle.core.util.NanoSampler;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import net.openhft.chronicle.jlbh.TeamCityHelper;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * A pinned thread tails a Chronicle Queue that the load appends to; TeamCity's lines at the end.
 */
public final class QueueTwoThreads implements JLBHTask {
  private static final int ITERATIONS = 20_000;

  private final Path folder;
  private JLBH jlbh;
  private NanoSampler write;
  private ChronicleQueue queue;
  private ExcerptAppender appender;
  private Thread reader;
  private volatile boolean stopped;

  private QueueTwoThreads(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] args) throws Exception {
    System.setProperty("jvm.resource.tracing", "false");
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(10_000)
                .iterations(ITERATIONS)
                .throughput(10_000)
                .runs(2)
                .recordOSJitter(false)
                .pauseAfterWarmupMS(100)
                .jlbhTask(new QueueTwoThreads(Files.createTempDirectory("queue"))))
        .start();
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
    write = jlbh.addProbe("writeInstance");
    queue = SingleChronicleQueueBuilder.binary(folder.toFile()).build();
    reader = new Thread(this::read, "tailer");
    reader.setDaemon(true);
    reader.start();
    appender = queue.createAppender();
  }

  private void read() {
    try (AffinityLock lock = AffinityLock.acquireLock();
        ExcerptTailer tailer = queue.createTailer()) {
      while (!stopped) {
        try (DocumentContext read = tailer.readingDocument()) {
          if (read.isPresent()) {
            jlbh.sample(System.nanoTime() - read.wire().read("at").int64());
          }
        }
      }
    }
  }

  @Override
  public void run(long startTimeNS) {
    long beganNs = System.nanoTime();
    try (DocumentContext written = appender.writingDocument()) {
      written.wire().write("at").int64(startTimeNS).write("text").text("a message of some words");
    }
    write.sampleNanos(System.nanoTime() - beganNs);
  }

  @Override
  public void complete() {
    stopped = true;
    try {
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    queue.close();
    IOTools.deleteDirWithFiles(folder.toFile());
    TeamCityHelper.teamCityStatsLastRun("QueueTwoThreads", jlbh, ITERATIONS, System.out);
    System.exit(0);
  }
}
