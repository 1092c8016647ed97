package releases;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchTask;

/** One piece of work for jsoup in each message. */
abstract class JsoupTask implements BenchTask {
  private Bench bench;

  /** Keeps the results alive: the compiler may not leave out the work. */
  private volatile Object last;

  @Override
  public void setUp(Bench bench) throws Exception {
    this.bench = bench;
    prepare();
  }

  /** Makes what the work needs. */
  void prepare() throws Exception {}

  abstract Object work() throws Exception;

  @Override
  public void send(long id) throws Exception {
    last = work();
    bench.done(id);
  }
}
