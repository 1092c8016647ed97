package dev.foliot.bench.jmh;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Blackhole;

/** Benchmarks as users of JMH write them. What they do is in {@link #LOG}. */
public class Suite {
  static final List<String> LOG = Collections.synchronizedList(new ArrayList<>());

  private Suite() {}

  static void log(String what) {
    LOG.add(what);
  }

  @State(Scope.Benchmark)
  public static class Shared {
    @Setup
    public void trial() {
      log("shared trial");
    }

    @Setup(Level.Iteration)
    public void iteration() {
      log("shared iteration");
    }

    @TearDown(Level.Iteration)
    public void endIteration() {
      log("shared end of iteration");
    }

    @TearDown
    public void end() {
      log("shared end");
    }
  }

  @State(Scope.Thread)
  public static class Above {
    @Setup
    public void above() {
      log("own trial of the superclass");
    }
  }

  @State(Scope.Thread)
  public static class Own extends Above {
    @Setup
    public void trial(Shared shared, Blackhole blackhole) {
      blackhole.consume(shared);
      log("own trial");
    }

    @Setup(Level.Invocation)
    public void before() {
      log("before");
    }

    @TearDown(Level.Invocation)
    public void after() {
      log("after");
    }

    @TearDown
    public void end() {
      log("own end");
    }
  }

  /** Without an annotation it is a state of threads. */
  public static class Fixtures {
    @Benchmark
    public void call(Own own, Blackhole blackhole) {
      blackhole.consume(own);
      log("call");
    }
  }

  @State(Scope.Thread)
  public static class Padded {
    @Benchmark
    public Object itself() {
      log(getClass().getSimpleName());
      return this;
    }

    @Benchmark
    @SuppressWarnings("ReferenceEquality") // one object, or two
    public int twoOfOneType(Above first, Above second) {
      log(first == second ? "the same" : "another");
      return 1;
    }
  }

  @State(Scope.Benchmark)
  public static class Params {
    @Param({"1", "2"})
    public int size;

    @Param("a b&c=d")
    private String text = "";

    @Param({"NANOSECONDS", "DAYS"})
    TimeUnit unit = TimeUnit.HOURS;

    @Param("x")
    Character letter = ' ';

    @Param("true")
    public boolean flag;

    @Benchmark
    public long read() {
      log(size + " " + text + " " + unit + " " + letter + " " + flag);
      return size;
    }
  }

  @State(Scope.Thread)
  public static class Returns {
    @Benchmark
    public void nothing() {
      log("void");
    }

    @Benchmark
    public boolean truth() {
      log("boolean");
      return true;
    }

    @Benchmark
    public byte octet() {
      log("byte");
      return 1;
    }

    @Benchmark
    public short small() {
      log("short");
      return 1;
    }

    @Benchmark
    public char letter() {
      log("char");
      return 'c';
    }

    @Benchmark
    public int whole() {
      log("int");
      return 1;
    }

    @Benchmark
    public long large() {
      log("long");
      return 1;
    }

    @Benchmark
    public float real() {
      log("float");
      return 1;
    }

    @Benchmark
    public double exact() {
      log("double");
      return 1;
    }

    @Benchmark
    public String reference() {
      log("String");
      return "";
    }
  }

  public abstract static class Inherited {
    @Benchmark
    public int inherited() throws Exception {
      log("inherited by " + getClass().getSimpleName());
      return 1;
    }
  }

  @State(Scope.Thread)
  public static class Heir extends Inherited {}

  @State(Scope.Thread)
  public static class Cheap {
    private int last;

    @Benchmark
    public int next() {
      return ++last;
    }
  }

  @State(Scope.Group)
  public static class OfGroup {}

  @State(Scope.Benchmark)
  public static class SharedEachCall {
    @Setup(Level.Invocation)
    public void before() {}

    @Benchmark
    public void call() {}
  }

  public static class Refused {
    @Benchmark
    public void group(OfGroup group) {}

    @Benchmark
    public void params(BenchmarkParams params) {}
  }

  @State(Scope.Benchmark)
  public static class SharedOverOwn {
    @Setup
    public void setUp(Above above) {}

    @Benchmark
    public void call() {}
  }

  public static class Failing {
    @Benchmark
    public void call() {
      throw new IllegalStateException("it is Monday");
    }
  }

  @State(Scope.Thread)
  public static class FailingSetUp {
    @Setup
    public void setUp() {
      throw new IllegalStateException("no disk");
    }

    @Benchmark
    public void call() {}
  }
}
