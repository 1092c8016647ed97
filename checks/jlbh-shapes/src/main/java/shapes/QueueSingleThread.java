package shapes;

import java.nio.file.Files;
import java.nio.file.Path;
import net.openhft.chronicle.core.io.Closeable;
import net.openhft.chronicle.core.io.IOTools;
import net.openhft.chronicle.core.util.NanoSampler;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;

/** One thread appends to a Chronicle Queue and reads what it wrote, with a probe for each half. */
public final class QueueSingleThread implements JLBHTask {
  static {
    System.setProperty("jvm.resource.tracing", "false");
    System.setProperty("disableThreadSafetyCheck", "true");
  }

  private final Path folder;
  private JLBH jlbh;
  private NanoSampler append;
  private NanoSampler tail;
  private ChronicleQueue queue;
  private ExcerptAppender appender;
  private ExcerptTailer tailer;

  private QueueSingleThread(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] args) throws Exception {
    JLBHOptions options =
        new JLBHOptions()
            .warmUpIterations(20_000)
            .iterations(40_000)
            .throughput(20_000)
            .runs(3)
            .recordOSJitter(false)
            .accountForCoordinatedOmission(true)
            .skipFirstRun(true)
            .jlbhTask(new QueueSingleThread(Files.createTempDirectory("queue")));
    new JLBH(options).start();
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
    append = jlbh.addProbe("append");
    tail = jlbh.addProbe("tail");
    queue = SingleChronicleQueueBuilder.single(folder.toFile()).build();
    appender = queue.createAppender();
    tailer = queue.createTailer().toEnd();
  }

  @Override
  public void run(long startTimeNS) {
    long beganNs = System.nanoTime();
    try (DocumentContext written = appender.writingDocument()) {
      written.wire().bytes().writeLong(startTimeNS).writeLong(beganNs).writeLong(0).writeLong(0);
    }
    long appendedNs = System.nanoTime();
    append.sampleNanos(appendedNs - beganNs);
    try (DocumentContext read = tailer.readingDocument()) {
      if (!read.isPresent()) {
        throw new IllegalStateException("nothing to read");
      }
      long startedNs = read.wire().bytes().readLong();
      long nowNs = System.nanoTime();
      tail.sampleNanos(nowNs - appendedNs);
      jlbh.sample(nowNs - startedNs);
    }
  }

  @Override
  public void complete() {
    Closeable.closeQuietly(tailer, appender, queue);
    IOTools.deleteDirWithFiles(folder.toFile());
  }
}
