package shapes;

import java.nio.file.Files;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.io.IOTools;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import net.openhft.chronicle.jlbh.LatencyDistributors;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;

/** Messages of several sizes, each a JLBH of its own in one main, with random gaps. */
public final class QueueLargeMessages implements JLBHTask {
  private final Path folder;
  private final Bytes<?> payload;
  private final Bytes<?> read;
  private JLBH jlbh;
  private ChronicleQueue queue;
  private ExcerptAppender appender;
  private ExcerptTailer tailer;

  private QueueLargeMessages(Path folder, int size) {
    this.folder = folder;
    this.payload = Bytes.allocateElasticDirect(size);
    this.read = Bytes.allocateElasticDirect(size);
    payload.writeLong(0);
    while (payload.writePosition() < size) {
      payload.writeByte((byte) payload.writePosition());
    }
  }

  public static void main(String[] args) throws Exception {
    for (int size : new int[] {512, 16_384}) {
      JLBHOptions options =
          new JLBHOptions()
              .warmUpIterations(5_000)
              .iterations(4_000)
              .throughput(2_000)
              .latencyDistributor(LatencyDistributors.RANDOM)
              .runs(2)
              .recordOSJitter(false)
              .jlbhTask(new QueueLargeMessages(Files.createTempDirectory("queue"), size));
      new JLBH(options).start();
    }
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
    queue = SingleChronicleQueueBuilder.single(folder.toFile()).blockSize(16 << 20).build();
    appender = queue.createAppender();
    tailer = queue.createTailer();
  }

  @Override
  public void run(long startTimeNS) {
    payload.writeLong(0, startTimeNS);
    appender.writeBytes(payload);
    read.clear();
    if (!tailer.readBytes(read)) {
      throw new IllegalStateException("nothing to read");
    }
    jlbh.sampleNanos(System.nanoTime() - read.readLong());
  }

  @Override
  public void complete() {
    tailer.close();
    appender.close();
    queue.close();
    payload.releaseLast();
    read.releaseLast();
    IOTools.deleteDirWithFiles(folder.toFile());
  }
}
