package shapes;

import java.nio.ByteBuffer;
import net.openhft.chronicle.core.util.NanoSampler;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** An agent of Agrona reads a ring buffer that the load writes to. */
public final class AgronaRing implements JLBHTask, Agent {
  private static final int SIZE = 1 << 16;
  private static final int TYPE = 1;

  private final OneToOneRingBuffer ring =
      new OneToOneRingBuffer(
          new UnsafeBuffer(ByteBuffer.allocateDirect(SIZE + RingBufferDescriptor.TRAILER_LENGTH)));
  private final UnsafeBuffer message = new UnsafeBuffer(ByteBuffer.allocateDirect(64));
  private JLBH jlbh;
  private NanoSampler write;
  private AgentRunner runner;

  public static void main(String[] args) {
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(50_000)
                .iterations(100_000)
                .throughput(50_000)
                .runs(3)
                .recordOSJitter(false)
                .accountForCoordinatedOmission(true)
                .jlbhTask(new AgronaRing()))
        .start();
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
    write = jlbh.addProbe("write");
    runner = new AgentRunner(new BusySpinIdleStrategy(), Throwable::printStackTrace, null, this);
    AgentRunner.startOnThread(runner);
  }

  @Override
  public int doWork() {
    return ring.read(
        (type, buffer, index, length) -> jlbh.sample(System.nanoTime() - buffer.getLong(index)));
  }

  @Override
  public String roleName() {
    return "reader";
  }

  @Override
  public void run(long startTimeNS) {
    long beganNs = System.nanoTime();
    message.putLong(0, startTimeNS);
    while (!ring.write(TYPE, message, 0, 64)) {
      Thread.onSpinWait();
    }
    write.sampleNanos(System.nanoTime() - beganNs);
  }

  @Override
  public void complete() {
    runner.close();
  }
}
