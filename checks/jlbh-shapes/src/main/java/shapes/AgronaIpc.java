package shapes;

import java.io.File;
import java.nio.MappedByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import net.openhft.affinity.AffinityStrategies;
import net.openhft.affinity.AffinityThreadFactory;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import org.agrona.IoUtil;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** A ring buffer in a mapped file, as between processes; its reader backs off and is pinned. */
public final class AgronaIpc implements JLBHTask {
  private static final int SIZE = 1 << 20;

  private final File file;
  private final MappedByteBuffer mapped;
  private final ManyToOneRingBuffer ring;
  private JLBH jlbh;
  private Thread reader;
  private volatile boolean stopped;

  private AgronaIpc(Path folder) {
    file = folder.resolve("ring").toFile();
    mapped = IoUtil.mapNewFile(file, SIZE + RingBufferDescriptor.TRAILER_LENGTH);
    ring = new ManyToOneRingBuffer(new UnsafeBuffer(mapped));
  }

  public static void main(String[] args) throws Exception {
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(20_000)
                .iterations(40_000)
                .throughput(20_000)
                .runs(2)
                .recordOSJitter(false)
                .jlbhTask(new AgronaIpc(Files.createTempDirectory("ipc"))))
        .start();
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
    reader =
        new AffinityThreadFactory("reader", true, AffinityStrategies.DIFFERENT_CORE)
            .newThread(this::read);
    reader.start();
  }

  private void read() {
    IdleStrategy idle = new BackoffIdleStrategy();
    while (!stopped) {
      idle.idle(
          ring.read((type, buffer, index, length) ->
              jlbh.sampleNanos(System.nanoTime() - buffer.getLong(index))));
    }
  }

  @Override
  public void run(long startTimeNS) {
    int index = ring.tryClaim(7, Long.BYTES);
    if (index < 0) {
      throw new IllegalStateException("the ring is full");
    }
    ring.buffer().putLong(index, startTimeNS);
    ring.commit(index);
  }

  @Override
  public void complete() {
    stopped = true;
    try {
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    IoUtil.unmap(mapped);
    IoUtil.delete(file.getParentFile(), true);
  }
}
