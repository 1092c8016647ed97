package dev.foliot.store.diagnosis;

import static dev.foliot.store.diagnosis.ExaminationKind.LOCKS;
import static dev.foliot.store.diagnosis.ExaminationKind.MEMORY;
import static dev.foliot.store.diagnosis.ExaminationKind.RECORDING;
import static dev.foliot.store.diagnosis.ExaminationKind.RUNTIME;
import static dev.foliot.store.diagnosis.ExaminationKind.SCHEDULER;
import static dev.foliot.store.diagnosis.ExaminationKind.SHARING;
import static dev.foliot.store.diagnosis.ExaminationKind.WORDS;
import static dev.foliot.store.diagnosis.Threshold.MIB;
import static dev.foliot.store.diagnosis.Threshold.NEVER;
import static dev.foliot.store.diagnosis.Threshold.Unit.BYTES;
import static dev.foliot.store.diagnosis.Threshold.Unit.COUNT;
import static dev.foliot.store.diagnosis.Threshold.Unit.NS;
import static dev.foliot.store.diagnosis.Threshold.Unit.PER_S;
import static dev.foliot.store.diagnosis.Threshold.Unit.SHARE;
import static dev.foliot.store.diagnosis.Threshold.Unit.TASKS;
import static dev.foliot.store.diagnosis.Threshold.Unit.THREADS;
import static dev.foliot.store.diagnosis.Threshold.Unit.TIME;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.foliot.store.diagnosis.Finding.Advice;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Every kind of finding: the one table of them.
 *
 * <p>Its columns: the name in JSON, the title, the examination, the subject, the thresholds, the
 * explanation and the remedies. JSON, judges, comparisons and the reference of findings use it. The
 * explanation is empty where it depends on what was observed: the judge then words it.
 *
 * <p>A long file, since it is a table.
 */
@SuppressWarnings("ImmutableEnumChecker") // the lists are copies that nobody changes
public enum FindingKind {
  /** Several threads write the same word, or one writes and others read that word. */
  TRUE_SHARING(
      "true-sharing",
      "true sharing",
      SHARING,
      Subject.CLASS,
      List.of(new Threshold(SHARE, 0, 0.02, 0.10))),

  /** One thread at a time writes a word; others read another word on the same line. */
  FALSE_SHARING(
      "false-sharing",
      "false sharing",
      SHARING,
      Subject.CLASS,
      List.of(new Threshold(SHARE, 0, 0.02, 0.10))),

  /** Runnable threads wait for a CPU: of the runnable time, and of the wall time. */
  CPU_STARVATION(
      "cpu-starvation",
      "threads wait for a CPU",
      SCHEDULER,
      Subject.PROCESS,
      List.of(new Threshold(SHARE, NEVER, 0.10, 0.30), new Threshold(TIME, NEVER, 0.02, 0.10))),

  /** Woken threads run late: the 99th percentile. */
  LATE_WAKE_UP(
      "late-wake-up",
      "threads run late after they are woken",
      SCHEDULER,
      Subject.PROCESS,
      List.of(new Threshold(NS, 2e6, 4e6, 10e6)),
      "A thread sleeps until its task or answer comes, and is then woken. These threads"
          + " were woken in time, but got a CPU late: other threads held it, or the CPU itself"
          + " was asleep. Each such wait adds to a response time. A profile of the program does"
          + " not show it.",
      "If threads also wait in the run queue, fix that first: it is the same wait. Proof:"
          + " foliot diagnose PID --only scheduler again: p99 from wake-up to running falls.",
      "If CPUs are idle meanwhile, see which CPU the threads are woken on. Affinity and"
          + " cpusets may hold them on a busy one. On a virtual machine the hypervisor may be"
          + " late: see steal. Proof: the same."),

  /** Threads move between CPUs: moves per CPU-second. 20,000 of 10 us each are some 20 %. */
  MIGRATIONS(
      "migrations",
      "threads move from CPU to CPU",
      SCHEDULER,
      Subject.PROCESS,
      List.of(new Threshold(COUNT, 4_000, 20_000, NEVER)),
      "The kernel moves a thread that wakes up to a free CPU. There it must load its data"
          + " into the caches again. These threads move so often that their caches are seldom"
          + " warm.",
      "Let fewer threads share the work, so that each runs longer at a time, or pass on"
          + " work in batches: foliot study of the service with a smaller pool. Proof: foliot"
          + " diagnose PID --only scheduler again: fewer moves; and foliot study: less CPU per"
          + " request.",
      "Keep the process on the CPUs of one shared cache (taskset, a cpuset). Proof:"
          + " foliot compare of a run of each: the CPU per request."),

  /** Threads give up their CPU after microseconds: times on a CPU for each second on it. */
  HAND_OFFS(
      "hand-offs",
      "threads hand over after very short work",
      SCHEDULER,
      Subject.PROCESS,
      List.of(new Threshold(COUNT, 30_000, 50_000, NEVER)),
      "Putting a thread on a CPU takes the kernel some 2 to 5 us, and waking it as much. These"
          + " threads stay there for less than 40 us each time, so much of their CPU time is the"
          + " change itself. Threads do so that pass single items to each other, wait for each"
          + " other in turns, or poll with Thread.yield.",
      "Pass on work in batches (drainTo, a ring buffer), or let the thread that has the item finish"
          + " it. Proof: foliot diagnose PID --only scheduler again: longer on a CPU each time.",
      "Where threads poll, let at most as many poll as there are CPUs to spare, and let the others"
          + " park. Proof: the same."),

  /** A worker or carrier sleeps while work is queued. */
  PARKED_WORKER(
      "parked-worker",
      "a worker stays parked while work is queued",
      SCHEDULER,
      Subject.POOL,
      List.of(new Threshold(SHARE, 0.005, 0.01, 0.05))),

  /** A cgroup's quota stops the process. */
  THROTTLING(
      "throttling",
      "the quota stops the process",
      SCHEDULER,
      Subject.NAMED,
      List.of(new Threshold(TIME, 0, 0.01, 0.10)),
      "A quota grants CPU time per period, usually 100 ms. A JVM with many threads uses"
          + " it up early in the period, on several CPUs at once. Then all of its threads stop"
          + " until the next period: requests, holders of locks, and the garbage collector. On"
          + " average the CPU looks half idle.",
      "Raise the quota (cpu.max, Kubernetes' CPU limit), or remove it and keep the share"
          + " (requests). Proof: foliot diagnose PID --only scheduler again under the same"
          + " load: no period is throttled.",
      "Let fewer threads run at once within the quota: -XX:ActiveProcessorCount, fewer GC"
          + " and compiler threads, a smaller pool. Proof: the same, and foliot study with the"
          + " same quota (cpu-quota of a study file): p99.9."),

  /** The hypervisor gives the CPUs to others. */
  STEAL(
      "steal",
      "the hypervisor takes the CPUs away",
      SCHEDULER,
      Subject.NAMED,
      List.of(new Threshold(SHARE, 0.01, 0.05, 0.10)),
      "The CPUs of a virtual machine are threads of its host. While these were ready to"
          + " run, the host ran other machines. Inside the machine, a CPU then stops for"
          + " milliseconds.",
      "Move to a host or an instance with CPUs of its own, or away from a busy neighbour."
          + " Burstable instances do this when their credits are used up. Proof: foliot"
          + " diagnose PID --only scheduler there under the same load."),

  /** Direct memory with old owners, which waits for a global collection. */
  PROMOTED_BUFFERS(
      "promoted-buffers",
      "direct buffers wait for a global collection",
      MEMORY,
      Subject.NAMED,
      List.of()),

  /** Memory outside of the heap grows. */
  NATIVE_MEMORY_GROWTH(
      "native-memory-growth",
      "memory outside of the heap grows",
      MEMORY,
      Subject.GROWTH,
      List.of(),
      "In this time memory outside of the heap grew from sample to sample. This memory is"
          + " not in the Java heap: no heap dump shows it, and -Xmx does not bound it. In a"
          + " container the kernel kills the process in the end. A JVM that has just begun"
          + " grows too, while it loads and compiles classes.",
      "Find out who takes it: start the JVM with -XX:NativeMemoryTracking=summary, run"
          + " jcmd PID VM.native_memory baseline, and some minutes later jcmd PID"
          + " VM.native_memory summary.diff. Unsafe and direct buffers are under Other. Growth"
          + " of RSS that is in no line belongs to native libraries. Proof: after the change"
          + " summary.diff shows no growth in that line.",
      "Close what owns native memory: Inflater, Deflater and the streams on them, direct"
          + " buffers, Arena, native clients."
          + Proof.AGAIN
          + "memory stays level.",
      "Where malloc's arenas grow with the number of threads, start the JVM with"
          + " MALLOC_ARENA_MAX=2 in its environment, or with another allocator. Proof: foliot"
          + " study memory with and without it: RSS at the end.",
      Proof.LONGER),

  /** The stacks of threads are much of the memory: bytes, and of the resident ones. */
  THREAD_STACKS(
      "thread-stacks",
      "thread stacks take much of the memory",
      MEMORY,
      Subject.NAMED,
      List.of(
          new Threshold(BYTES, NEVER, 128 * MIB, 128 * MIB),
          new Threshold(SHARE, NEVER, 0.20, 0.40)),
      "Every platform thread has a stack outside of the heap. Its pages stay in RAM until"
          + " the thread ends, down to the deepest call so far.",
      "Use fewer threads: a bounded pool, Foliot's adaptive one, or virtual threads for"
          + " what waits. Proof: foliot study memory --arms virtual,adaptive,fixed:50: memory"
          + " per arm.",
      "Make stacks smaller by -Xss, or by calls that are less deep. A stack that is too"
          + " small ends in StackOverflowError. Proof: foliot diagnose again: stacks in RAM."),

  /** There are steadily more threads. */
  THREAD_GROWTH(
      "thread-growth",
      "there are steadily more threads",
      MEMORY,
      Subject.NAMED,
      List.of(),
      "Every platform thread has a stack outside of the heap. Its pages stay in RAM until"
          + " the thread ends, down to the deepest call so far. In this time the number of"
          + " threads grew steadily: something starts threads and does not end them.",
      "See who starts them: jcmd PID Thread.print, and look for names that repeat. Use"
          + " one pool for their work, and close pools that are no longer used."
          + Proof.AGAIN
          + "the number of threads stays level.",
      "Use fewer threads: a bounded pool, Foliot's adaptive one, or virtual threads for"
          + " what waits. Proof: foliot study memory --arms virtual,adaptive,fixed:50: memory"
          + " per arm.",
      "Make stacks smaller by -Xss, or by calls that are less deep. A stack that is too"
          + " small ends in StackOverflowError. Proof: foliot diagnose again: stacks in RAM."),

  /** Direct memory is at its limit, and each allocation collects the heap. */
  DIRECT_MEMORY_LIMIT(
      "direct-memory-limit",
      "direct memory is at its limit",
      LOCKS,
      Subject.NAMED,
      List.of(new Threshold(THREADS, 0.05, 0.3, 1)),
      "Direct buffers have a limit of their own. At the limit, each new buffer asks for a"
          + " collection of the whole heap, which may free buffers that nobody holds any more, and"
          + " waits for it. A larger heap does not help.",
      "Close or reuse buffers: a pool of fixed size, or from JDK 22 on Arena.ofConfined() and"
          + " close(), which frees at once."
          + Proof.AGAIN
          + "no collection is asked for by an allocation.",
      "Raise the limit, where the machine has the memory: -XX:MaxDirectMemorySize, which is as"
          + " large as the heap if it is not given."
          + Proof.AGAIN
          + "direct memory is below the limit."),

  /** Direct memory grows. */
  DIRECT_MEMORY_GROWTH(
      "direct-memory-growth",
      "direct memory grows",
      MEMORY,
      Subject.GROWTH,
      List.of(),
      "In this time direct memory grew from sample to sample. This memory is not in the"
          + " Java heap: no heap dump shows it, and -Xmx does not bound it. In a container the"
          + " kernel kills the process in the end. A JVM that has just begun grows too, while"
          + " it loads and compiles classes.",
      "See who allocates: jcmd PID JFR.start duration=60s filename=direct.jfr and the"
          + " event jdk.DirectBufferStatistics; a heap dump names who holds each"
          + " DirectByteBuffer."
          + Proof.AGAIN
          + "direct memory stays level.",
      "Make few buffers and keep them: a pool of fixed size, or from JDK 22 on"
          + " Arena.ofConfined() and close(), which frees at once."
          + Proof.AGAIN
          + "the number of direct buffers stays level.",
      "Bound it: -XX:MaxDirectMemorySize, so that a leak fails early. Proof: foliot study"
          + " memory with it: RSS at the end.",
      Proof.LONGER),

  /** Metaspace grows. */
  METASPACE_GROWTH(
      "metaspace-growth",
      "metaspace grows",
      MEMORY,
      Subject.GROWTH,
      List.of(),
      "In this time metaspace grew from sample to sample. This memory is not in the Java"
          + " heap: no heap dump shows it, and -Xmx does not bound it. In a container the"
          + " kernel kills the process in the end. A JVM that has just begun grows too, while"
          + " it loads and compiles classes.",
      "See which loaders make classes: jcmd PID VM.classloader_stats, twice. Scripts,"
          + " proxies and redeployed applications are the usual makers: keep what they"
          + " generate."
          + Proof.AGAIN
          + "metaspace stays level.",
      "Bound it: -XX:MaxMetaspaceSize, so that unused classes are unloaded in time and a"
          + " leak fails early. Proof: foliot study memory with it: RSS at the end.",
      Proof.LONGER),

  /** Much memory lies in the arenas of glibc's malloc: bytes, and of the resident ones. */
  MALLOC_ARENAS(
      "malloc-arenas",
      "arenas of malloc take much of the memory",
      MEMORY,
      Subject.NAMED,
      List.of(
          new Threshold(BYTES, 64 * MIB, 64 * MIB, 64 * MIB),
          new Threshold(SHARE, 0.10, 0.20, 0.40)),
      "glibc's malloc gives threads arenas of their own, up to eight for each CPU. Memory"
          + " that is freed in an arena stays in the process while anything above it is in use."
          + " Many threads that allocate large blocks now and then, as for compression, keep"
          + " many half-empty arenas. How much of them is free inside cannot be read from"
          + " outside.",
      "Start the JVM with MALLOC_ARENA_MAX=2 in its environment. Proof: foliot study"
          + " memory with and without it: RSS at the end; foliot bench shows whether malloc is"
          + " slower then.",
      "Ask glibc to give back what is free: jcmd PID System.trim_native_heap, from JDK 18"
          + " on and 17.0.9. Proof: RSS falls by what was free in the arenas.",
      "Use another allocator, such as jemalloc by LD_PRELOAD. Proof: foliot study memory:"
          + " RSS at the end."),

  /** Collections take much of the time. */
  GC_PRESSURE(
      "gc-pressure",
      "collections take much of the time",
      RUNTIME,
      Subject.PROCESS,
      List.of(new Threshold(SHARE, 0.05, 0.10, 0.20))),

  /** Safepoints that are no collections take much of the time. */
  SAFEPOINTS(
      "safepoints",
      "safepoints stop all threads",
      RUNTIME,
      Subject.NAMED,
      List.of(new Threshold(SHARE, 0.01, 0.05, 0.15)),
      "At a safepoint the JVM stops all threads of the program. These safepoints were no"
          + " collections. Common causes are thread dumps, heap inspection, deadlock searches,"
          + " deoptimisation and class redefinition by agents.",
      "Ask less often for thread dumps, stack traces of all threads and deadlocks:"
          + " monitoring agents do so on a timer. Proof: foliot diagnose with the agent and"
          + " without it.",
      "See who asks: with --attach, the evidence names the operations and the threads that ask"
          + " for them."
          + Proof.RUNTIME
          + "the share of safepoints falls when that operation is gone."),

  /** Threads reach safepoints late. */
  TIME_TO_SAFEPOINT(
      "time-to-safepoint",
      "threads reach safepoints late",
      RUNTIME,
      Subject.PROCESS,
      List.of(new Threshold(SHARE, 0.01, 0.05, 0.15)),
      "A safepoint begins when the last thread has stopped. Until then the others stand"
          + " still. A thread is late if it runs a long loop without a check, copies a large"
          + " array, touches memory that must be read from disk, or gets no CPU.",
      "Find the late thread: start the JVM with -XX:+UnlockDiagnosticVMOptions"
          + " -XX:+SafepointTimeout -XX:SafepointTimeoutDelay=10, which prints its name; or use"
          + " async-profiler with --ttsp."
          + Proof.RUNTIME
          + "the time to safepoint falls.",
      "Let counted loops be checked: -XX:+UseCountedLoopSafepoints, with"
          + " -XX:LoopStripMiningIter=1000. G1, ZGC and Shenandoah have it on. Proof: foliot"
          + " diagnose with the flag and without it.",
      "If the finding cpu-starvation or throttling is there too, give the process more"
          + " CPU first. Proof: foliot diagnose again: both are gone."),

  /** The code cache is full. */
  CODE_CACHE_FULL(
      "code-cache-full",
      "the code cache is full",
      RUNTIME,
      Subject.NAMED,
      List.of(),
      "Compiled methods need room in the code cache. When it is full, HotSpot discards"
          + " compiled methods, compiles them again, and in the end compiles nothing more: new"
          + " code stays interpreted, which is 10 to 50 times slower.",
      "Enlarge it: -XX:ReservedCodeCacheSize=512m (the default is 240m; without tiered"
          + " compilation 48m)."
          + Proof.RUNTIME
          + "the code cache has room.",
      "See what fills it: jcmd PID Compiler.codecache and Compiler.CodeHeap_Analytics."
          + " Generated classes, scripts and many class loaders are common causes. Proof: the"
          + " number of compiled methods stays level.",
      "If compilation stays off after the change, restart the JVM. Proof: foliot diagnose"
          + " finds no compiler-disabled."),

  /** The compilers are off. */
  COMPILER_DISABLED(
      "compiler-disabled", "the compilers are off", RUNTIME, Subject.NAMED, List.of()),

  /** Code is interpreted, or compiled by C1 alone. */
  INTERPRETED("interpreted", "code is not fully compiled", RUNTIME, Subject.NAMED, List.of()),

  /** The live heap grows. */
  HEAP_GROWTH(
      "heap-growth",
      "the live heap grows",
      RUNTIME,
      Subject.GROWTH,
      List.of(),
      "",
      "See which classes grow: jcmd PID GC.class_histogram, twice, some minutes apart. It"
          + " stops the JVM for a moment and collects first. Then ask a heap dump who holds"
          + " them."
          + Proof.RUNTIME
          + "the live heap stays level.",
      "Bound caches and queues. Proof: foliot study memory: heap in use at the end.",
      "A JVM that has just begun fills its caches: foliot diagnose PID --only runtime"
          + " --duration 5min. Proof: where it is a warm-up, nothing is found."),

  /** The number of GC threads does not fit the CPUs: of the time in pauses. */
  GC_THREADS(
      "gc-threads",
      "the GC threads do not fit the CPUs",
      RUNTIME,
      Subject.NAMED,
      List.of(new Threshold(SHARE, 0, 0.02, 0.10))),

  /** Threads wait for each other in a circle. */
  DEADLOCK(
      "deadlock",
      "deadlock",
      LOCKS,
      Subject.NAMED,
      List.of(),
      "Each of these threads holds a lock that the next one waits for. None of them can"
          + " go on, and none ever will: only a restart ends it.",
      "Take these locks in the same order everywhere, or under one common lock; jstack"
          + " PID shows the whole stacks. Proof: diagnose the restarted JVM under the same"
          + " load.",
      "Where no order exists, use ReentrantLock.tryLock with a time limit, and release"
          + " all locks when it fails. Proof: the same."),

  /** Threads wait for a lock: their number on average, and of their time. */
  LOCK_CONTENTION(
      "lock-contention",
      "threads wait for a lock",
      LOCKS,
      Subject.NAMED,
      List.of(new Threshold(THREADS, 0.05, 0.3, 1), new Threshold(SHARE, 0, 0.10, 0.30)),
      "Only one thread at a time may hold a lock. The others sleep until it is free, and"
          + " use no CPU meanwhile. So requests wait although the machine is not busy, and more"
          + " threads do not help.",
      "Do less while the lock is held: move I/O, logging and computing out of it. Proof:"
          + " diagnose again; fewer threads must wait.",
      "Split the lock, or let readers share it (ReentrantReadWriteLock, StampedLock)."
          + " Proof: foliot bench of both versions."),

  /** All workers of a pool are blocked while tasks wait: of its samples. */
  EXHAUSTED_POOL(
      "exhausted-pool",
      "all workers of a pool are blocked while tasks wait",
      LOCKS,
      Subject.POOL,
      List.of(new Threshold(SHARE, 0.05, 0.20, 0.50))),

  /** Tasks of a pool wait for the same object, which no thread owns. */
  SHARED_WAIT(
      "shared-wait",
      "many tasks wait for the same object",
      LOCKS,
      Subject.NAMED,
      List.of(new Threshold(TASKS, 0.5, 1, 2), new Threshold(SHARE, 0.10, 0.30, 0.50)),
      "Several tasks of this pool wait at this place for the same object, and no thread"
          + " owns it: a free connection, a permit of a semaphore, room in a full queue, or a"
          + " signal. Their threads do nothing meanwhile, and their callers wait. The tasks end,"
          + " so these are no loops that wait for work.",
      "Hold it for a shorter time: make slow queries faster, and make no remote calls"
          + " while a connection is taken. Proof: diagnose again; fewer tasks must wait.",
      "If it is a pool or a semaphore, and the other side bears more, make it larger."
          + " Proof: foliot load of both sizes.",
      "If it is a full queue, as of an asynchronous logger, make its reader faster, or let"
          + " callers drop what does not fit (neverBlock in logback). Proof: diagnose again;"
          + " fewer tasks must wait.",
      "If the tasks wait for an event on purpose, this is no problem."),

  /** Threads of a group stay in one wait for the whole time. */
  STUCK_THREADS("stuck-threads", "threads do not move", LOCKS, Subject.NAMED, List.of()),

  /** A thread runs in one method for the whole time. */
  SPINNING_THREAD(
      "spinning-thread", "a thread runs and never ends", LOCKS, Subject.NAMED, List.of()),

  /** The only thread that serves something is never without work. */
  OVERLOADED_THREAD(
      "overloaded-thread",
      "the only thread for something is always busy",
      LOCKS,
      Subject.NAMED,
      List.of()),

  /** No thread of a pool that is not read is ever free, and most of their time is waits. */
  SATURATED_POOL(
      "saturated-pool",
      "no thread of a pool is ever free",
      LOCKS,
      Subject.NAMED,
      List.of(),
      "All threads of this pool had a task for the whole time, and spent it in waits. A new task"
          + " begins only when one of them ends. How many tasks wait cannot be read in this kind of"
          + " pool.",
      "Run what blocks on threads of its own: Dispatchers.IO or withContext in Kotlin, a blocking"
          + " dispatcher in Akka, boundedElastic in Reactor, virtual threads."
          + Proof.DIAGNOSE
          + "some threads of the pool are free.",
      "Or wait for less: a faster answer, fewer calls for each task. Proof: the same."),

  /** Lookups search a tree of keys with the same hash: of the CPU samples, and threads. */
  HASH_COLLISIONS(
      "hash-collisions",
      "keys of a hash map collide",
      LOCKS,
      Subject.NAMED,
      List.of(new Threshold(SHARE, 0.05, 0.15, 0.40), new Threshold(THREADS, 0.05, 0.1, 0.3)),
      "A hash map finds a key by its hash. Many keys here have the same one, so a lookup searches a"
          + " tree of them, and the whole tree if keys are not Comparable or compare as equal.",
      "Write hashCode so that it uses all fields that equals compares (Objects.hash, a record)."
          + " Keys that come from outside may collide on purpose: limit their number."
          + Proof.DIAGNOSE
          + "the finding is gone.",
      "Where hashCode must stay, let the key implement Comparable of its own class: the tree is"
          + " then searched in order. Proof: foliot bench of both versions."),

  /** Threads are started for short work: threads a second. */
  THREAD_CHURN(
      "thread-churn",
      "threads are started all the time",
      LOCKS,
      Subject.NAMED,
      List.of(new Threshold(PER_S, 100, 500, 2_000)),
      "A platform thread costs some 50 to 100 us and its stack before it runs anything. These"
          + " threads do short work and end. The machine starts and ends threads instead of"
          + " serving requests, and other threads wait for a CPU meanwhile.",
      "Give the work to a pool that keeps its threads: an ExecutorService, also as the executor"
          + " of CompletableFuture.runAsync and supplyAsync. The common pool starts a thread for"
          + " each task where it has one CPU."
          + Proof.DIAGNOSE
          + "the rate falls.",
      "Or use virtual threads, which cost about 1 us to start. Proof: foliot study of both."),

  /** A thread that serves many connections is blocked: of its samples. */
  BLOCKED_EVENT_LOOP(
      "blocked-event-loop",
      "an event loop is blocked",
      LOCKS,
      Subject.NAMED,
      List.of(new Threshold(SHARE, 0.05, 0.20, 0.50)),
      "An event loop is one thread that serves many connections. While it waits at this"
          + " place, all its other connections wait too, although the machine may be idle.",
      "Move this call to a pool of workers: executeBlocking in Vert.x,"
          + " subscribeOn(boundedElastic()) in WebFlux, an EventExecutorGroup in Netty,"
          + " dispatch in Undertow, setExecutor in com.sun.net.httpserver. Proof: diagnose"
          + " again; no event loop may be blocked.",
      "Or use a client that does not block, and continue in its callback. Proof: foliot"
          + " load of both versions."),

  /** Carriers are blocked together with the virtual threads that they run. */
  PINNED_CARRIERS(
      "pinned-carriers",
      "pinned virtual threads block their carriers",
      LOCKS,
      Subject.NAMED,
      List.of(new Threshold(SHARE, 0.05, 0.20, 0.50))),

  /** Dead objects wait for their finalizer. */
  FINALIZER_BACKLOG(
      "finalizer-backlog",
      "dead objects wait for their finalizer",
      LOCKS,
      Subject.NAMED,
      List.of(),
      "A class with a finalize method keeps its dead objects alive until one thread, the"
          + " finalizer, has called it. That thread takes them one after the other. If it is"
          + " slow or blocked, dead objects fill the heap, and what they hold (files, sockets,"
          + " native memory) is not freed.",
      "Close such objects in the code that uses them (try-with-resources), and replace"
          + " finalize by java.lang.ref.Cleaner. Proof: diagnose again; the queue must be"
          + " short.",
      "Let no finalize method wait for a lock or for I/O. Proof: the same."),

  /** The program throws many exceptions: of the process's CPU time, and exceptions a second. */
  EXCEPTIONS(
      "exceptions",
      "many exceptions",
      RECORDING,
      Subject.NAMED,
      List.of(new Threshold(SHARE, 0.01, 0.05, 0.20), new Threshold(PER_S, 100, 1_000, 5_000)),
      "A new exception walks the whole stack to fill its stack trace, and a thrown one"
          + " leaves compiled code frame by frame. That takes some microseconds, and more on"
          + " deep stacks.",
      "Do not use exceptions for what happens often: test before, or return a result that"
          + " says so."
          + Proof.ATTACH
          + "the rate falls.",
      "If the exception must stay and nobody reads its stack, create it without one (the"
          + " constructor of Throwable with writableStackTrace false). Proof: foliot bench of"
          + " both versions."),

  /** Compiled code is left at the same places again and again. */
  DEOPTIMISATION(
      "deoptimisation",
      "compiled code is left again and again",
      RECORDING,
      Subject.NAMED,
      List.of(new Threshold(SHARE, 0.01, 0.05, 0.20), new Threshold(PER_S, 10, 100, 1_000)),
      "Compiled code assumes what has been true so far. Where that fails, the thread"
          + " leaves the compiled method and goes on in the interpreter, which is 10 to 50"
          + " times slower. A few times are usual while a program warms up; here it happens at"
          + " the same place again and again."),

  /** Threads wait for files or sockets: their number on average, and of their time. */
  BLOCKING_IO(
      "blocking-io",
      "threads wait for I/O",
      RECORDING,
      Subject.NAMED,
      List.of(new Threshold(THREADS, 0.05, 0.3, 1), new Threshold(SHARE, 0, 0.20, 0.50))),

  /** Threads write the same word of the program's data: of the CPU samples. */
  CONTENDED_WORD(
      "contended-word",
      "threads write the same word",
      WORDS,
      Subject.NAMED,
      List.of(new Threshold(SHARE, 0.01, 0.05, 0.20)),
      "A CPU must own a cache line of 64 bytes to write it. These threads write the same"
          + " word, so the line moves from CPU to CPU with each write, and the others wait for"
          + " it. That counts as CPU time, and more threads make it slower.",
      "For a counter or a sum: java.util.concurrent.atomic.LongAdder, or a field per"
          + " thread that is summed up when it is read. Proof: foliot bench of both versions.",
      "Write less often: count in a local variable, and add it once per batch."
          + Proof.DIAGNOSE
          + "the share falls.",
      "For a lock that spins: sleep or park after some attempts, or use ReentrantLock, or"
          + " split what it guards. Proof: foliot bench of both versions."),

  /** Threads write different words of one cache line of the program's data. */
  CONTENDED_LINE(
      "contended-line",
      "false sharing of data",
      WORDS,
      Subject.NAMED,
      List.of(new Threshold(SHARE, 0.01, 0.05, 0.20)),
      "A CPU must own a cache line of 64 bytes to write it. These threads write different"
          + " words, but the words lie in one line. So the line moves from CPU to CPU as if"
          + " they wrote the same word (false sharing).",
      "Put 64 bytes or more, better 128, between them: slots of an array 16 longs apart,"
          + " an array or an object per thread that the thread itself creates, or fields of"
          + " padding. Proof: foliot bench of both versions.",
      "Annotate the fields with jdk.internal.vm.annotation.Contended, and start the JVM"
          + " with -XX:-RestrictContended and --add-exports"
          + " java.base/jdk.internal.vm.annotation=ALL-UNNAMED."
          + Proof.DIAGNOSE
          + "the finding is gone."),

  /** Type checks search all supertypes of a class in vain. */
  FAILED_TYPE_CHECKS(
      "failed-type-checks",
      "type checks search in vain",
      WORDS,
      Subject.NAMED,
      List.of(new Threshold(SHARE, 0.01, 0.05, 0.20)),
      "A check against an interface looks into a small cache of the class, and then goes"
          + " through the list of all its supertypes. A check that fails is never cached in"
          + " this JDK: it searches the whole list each time.",
      "Run on JDK 24 or later, where a table answers such checks at once."
          + Proof.DIAGNOSE
          + "the finding is gone.",
      "Check for the common case first, or for a class instead of the interface: a check"
          + " against a class takes one comparison. Proof: foliot bench of both versions.",
      "Ask the object itself: a method that returns false by default, or a type code,"
          + " instead of instanceof. Proof: the same.");

  /** What a finding of a kind is about. */
  public enum Subject {
    /** A class, whose structure threads share. */
    CLASS,
    /** The whole process, whichever threads it names first. */
    PROCESS,
    /** A pool; hashes and ports in its name differ between processes. */
    POOL,
    /** A part of the memory that grows, slowly perhaps. */
    GROWTH,
    /** What it names: a place, a lock, a part of the JVM. */
    NAMED
  }

  /** How remedies are proved. */
  private static final class Proof {
    static final String AGAIN = " Proof: foliot diagnose again under the same load: ";
    static final String RUNTIME =
        " Proof: foliot diagnose PID --only runtime under the same load: ";
    static final String ATTACH = " Proof: foliot diagnose PID --attach under the same load: ";
    static final String LONGER =
        "A JVM that has just begun still loads and compiles: foliot diagnose PID --only memory"
            + " --duration 5min. Proof: where it is a warm-up, nothing is found.";
    static final String DIAGNOSE = " Proof: diagnose again under the same load: ";
  }

  private final String label;
  private final String words;
  private final ExaminationKind examination;
  private final Subject subject;
  private final List<Threshold> thresholds;
  private final String explanation;
  private final List<String> remedies;

  FindingKind(
      String label,
      String words,
      ExaminationKind examination,
      Subject subject,
      List<Threshold> thresholds,
      String... advice) {
    this.label = label;
    this.words = words;
    this.examination = examination;
    this.subject = subject;
    this.thresholds = thresholds;
    this.explanation = advice.length == 0 ? "" : advice[0];
    this.remedies = Arrays.stream(advice).skip(1).toList();
  }

  /** The kind with a name in JSON. */
  public static Optional<FindingKind> of(String label) {
    return Arrays.stream(values()).filter(kind -> kind.label.equals(label)).findFirst();
  }

  /** The name in JSON: {@code false-sharing}. */
  @JsonValue
  public String label() {
    return label;
  }

  /** What threads do that lose their time to it. */
  Set<Doing> takes() {
    return switch (this) {
      case CPU_STARVATION, LATE_WAKE_UP, THROTTLING, STEAL -> Set.of(Doing.READY);
      case DEADLOCK, LOCK_CONTENTION -> Set.of(Doing.LOCK);
      case STUCK_THREADS, SHARED_WAIT, EXHAUSTED_POOL, SATURATED_POOL ->
          Set.of(Doing.PERMIT, Doing.RESULT, Doing.LOCK);
      case DIRECT_MEMORY_LIMIT -> Set.of(Doing.PERMIT, Doing.SLEEPING, Doing.STOPPED);
      case GC_PRESSURE, SAFEPOINTS, TIME_TO_SAFEPOINT, GC_THREADS -> Set.of(Doing.STOPPED);
      case BLOCKING_IO -> Set.of(Doing.SOCKET, Doing.FILE);
      case TRUE_SHARING,
          FALSE_SHARING,
          CONTENDED_WORD,
          CONTENDED_LINE,
          FAILED_TYPE_CHECKS,
          HASH_COLLISIONS,
          EXCEPTIONS,
          DEOPTIMISATION,
          INTERPRETED,
          COMPILER_DISABLED,
          CODE_CACHE_FULL,
          SPINNING_THREAD,
          THREAD_CHURN,
          HAND_OFFS,
          MIGRATIONS ->
          Set.of(Doing.RUNNING);
      case PARKED_WORKER,
          BLOCKED_EVENT_LOOP,
          PINNED_CARRIERS,
          OVERLOADED_THREAD,
          FINALIZER_BACKLOG,
          PROMOTED_BUFFERS,
          NATIVE_MEMORY_GROWTH,
          THREAD_STACKS,
          THREAD_GROWTH,
          DIRECT_MEMORY_GROWTH,
          METASPACE_GROWTH,
          MALLOC_ARENAS,
          HEAP_GROWTH ->
          Set.of();
    };
  }

  /** The title for people: {@code false sharing}. */
  public String words() {
    return words;
  }

  /** The examination that makes such findings. */
  public ExaminationKind examination() {
    return examination;
  }

  /** What such a finding is about. */
  public Subject subject() {
    return subject;
  }

  /** The figures that decide its severity; empty where the judge decides by more than these. */
  public List<Threshold> thresholds() {
    return thresholds;
  }

  /** The explanation, for a reader new to the subject; empty where it depends on the case. */
  public String explanation() {
    return explanation;
  }

  /** The remedies, each with a way to prove it; empty where they depend on the case. */
  public List<String> remedies() {
    return remedies;
  }

  /** The advice, where it does not depend on the case. */
  public Advice advice(double confidence) {
    return new Advice(explanation(), remedies, confidence);
  }

  /**
   * The greatest severity whose thresholds are all reached; empty if none is.
   *
   * @param values one for each of {@link #thresholds}, in order
   */
  public Optional<Severity> severity(double... values) {
    if (values.length != thresholds.size()) {
      throw new IllegalArgumentException(
          label + " has " + thresholds.size() + " thresholds, not " + values.length);
    }
    return Arrays.stream(Severity.values()).filter(one -> isReached(one, values)).findFirst();
  }

  private boolean isReached(Severity severity, double[] values) {
    for (int i = 0; i < values.length; i++) {
      if (!(values[i] >= thresholds.get(i).least(severity))) {
        return false;
      }
    }
    return true;
  }
}
