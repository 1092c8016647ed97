package shapes;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.parsetools.RecordParser;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;

/** Frames over a TCP connection of Vert.x, without waiting for the answer. */
public final class VertxTcp implements JLBHTask {
  private JLBH jlbh;
  private Vertx vertx;
  private NetSocket socket;

  public static void main(String[] args) {
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(5_000)
                .iterations(4_000)
                .throughput(2_000)
                .runs(2)
                .recordOSJitter(false)
                .pauseAfterWarmupMS(500)
                .jlbhTask(new VertxTcp()))
        .start();
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
    vertx = Vertx.vertx();
    NetServer server =
        vertx
            .createNetServer()
            .connectHandler(each -> each.handler(each::write))
            .listen(0, "localhost")
            .toCompletionStage()
            .toCompletableFuture()
            .join();
    socket =
        vertx
            .createNetClient()
            .connect(server.actualPort(), "localhost")
            .toCompletionStage()
            .toCompletableFuture()
            .join();
    socket.handler(
        RecordParser.newFixed(
            Long.BYTES, frame -> jlbh.sample(System.nanoTime() - frame.getLong(0))));
  }

  @Override
  public void run(long startTimeNS) {
    socket.write(Buffer.buffer(Long.BYTES).appendLong(startTimeNS));
  }

  @Override
  public void complete() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
