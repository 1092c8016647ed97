package dev.foliot.hotspot.reason;

import dev.foliot.text.Reason;

/**
 * Why parts of a live JVM are unreadable, or why it does not answer.
 *
 * <p>A long file, since it is a list: one record for each reason, next to its text.
 */
public sealed interface JvmReason extends Reason {
  /** The remedy if a collector or the program moves data during the read. */
  String LOOK_AGAIN = "see whether the process still lives; then look again";

  /** The remedy if a collector's heap is not supported. */
  String OTHER_COLLECTOR = "use G1, Parallel or Serial on a JDK of 17 to 25";

  /** A process without a readable HotSpot. */
  sealed interface NoHotspot extends JvmReason {
    @Override
    default String remedy() {
      return "give the process id of a HotSpot of JDK 17 or later";
    }
  }

  /** A failed question through the JVM's attach mechanism. */
  sealed interface NoReply extends JvmReason {}

  /** A part of a HotSpot, read from its memory. */
  enum JvmPart {
    /** Its flags. */
    FLAGS("its table of flags cannot be read", "ask the JVM: jcmd PID VM.flags -all"),
    /** Its compiled code. */
    CODE(
        "this JVM does not tell where its compiled code is",
        "use a JDK of 17 to 25; the classes can be named all the same"),
    /** The list of classes. */
    CLASS_LIST("the classes cannot be found", "use a HotSpot of JDK 17 to 25"),
    /** Its classes. */
    CLASSES(
        "the classes cannot be read",
        "see whether the process still lives; classes come and go, so look again"),
    /** Classes of the JDK itself. */
    JDK_CLASSES("the classes of the JDK cannot be read", LOOK_AGAIN),
    /** Its performance counters. */
    COUNTERS("the JVM's counters cannot be read", "use a HotSpot of JDK 17 to 25"),
    /** A pool of threads. */
    POOL("the pool makes no sense", LOOK_AGAIN),
    /** Its threads. */
    THREADS("its threads make no sense", LOOK_AGAIN),
    /** Its virtual threads. */
    VIRTUAL_THREADS("its virtual threads make no sense", LOOK_AGAIN),
    /** All pools of threads. */
    POOLS("the pools of threads cannot be found", "use a JDK of 17 to 25"),
    /** The pool that runs virtual threads. */
    CARRIERS("the pool of the carriers cannot be found", "use a JDK of 21 to 25"),
    /** The Java heap. */
    HEAP("the Java heap cannot be read", OTHER_COLLECTOR),
    /** The generations of the heap. */
    GENERATIONS("the generations cannot be read", OTHER_COLLECTOR),
    /** The collector's card table. */
    CARD_TABLE("the card table cannot be read", OTHER_COLLECTOR),
    /** The code cache's use. */
    CODE_CACHE("the code cache cannot be read", "ask the JVM: jcmd PID Compiler.codecache");

    private final String words;
    private final String remedy;

    JvmPart(String words, String remedy) {
      this.words = words;
      this.remedy = remedy;
    }
  }

  /** A question to a JVM with an unexpected answer. */
  enum JvmQuestion {
    /** The use of the heap. */
    HEAP_USE(
        "the answer of GC.heap_info tells no heap in use",
        "see what jcmd PID GC.heap_info says of this collector"),
    /** The JVM's use of native memory. */
    NATIVE_MEMORY(
        "the answer of VM.native_memory has no line for the Java heap",
        "see what jcmd PID VM.native_memory says; a JVM from 17 on is understood");

    private final String words;
    private final String remedy;

    JvmQuestion(String words, String remedy) {
      this.words = words;
      this.remedy = remedy;
    }
  }

  /**
   * A process has no memory.
   *
   * @param pid the process id
   */
  record ProcessWithoutMemory(long pid) implements NoHotspot {
    @Override
    public String text() {
      return "process "
          + pid
          + " has no memory: it has ended and waits for its parent, or is the kernel's";
    }
  }

  /**
   * A process is a JVM other than HotSpot.
   *
   * @param pid the process id
   * @param file the path of its library
   */
  record OpenJ9Jvm(long pid, String file) implements NoHotspot {
    @Override
    public String text() {
      return "process " + pid + " is an Eclipse OpenJ9 JVM (" + file + ")";
    }
  }

  /**
   * A program was compiled to native code and has no JVM.
   *
   * @param pid the process id
   * @param file the path of the program
   */
  record NativeImage(long pid, String file) implements NoHotspot {
    @Override
    public String text() {
      return "process " + pid + " is a native image of GraalVM (" + file + "): it has no HotSpot";
    }
  }

  /**
   * A process has a libjvm without HotSpot's tables.
   *
   * @param pid the process id
   * @param file the library
   */
  record ForeignLibjvm(long pid, String file) implements NoHotspot {
    @Override
    public String text() {
      return "process "
          + pid
          + " has a libjvm that does not tell of itself as HotSpot's does ("
          + file
          + "): another JVM, as Azul's Zing, or it cannot be read";
    }
  }

  /**
   * A process is no JVM.
   *
   * @param pid the process id
   * @param files number of mapped files
   */
  record NoJvm(long pid, int files) implements NoHotspot {
    @Override
    public String text() {
      return "process " + pid + " is no JVM: it has no libjvm among its " + files + " mapped files";
    }
  }

  /**
   * A HotSpot is too old.
   *
   * @param pid the process id
   * @param jdk its feature version
   */
  record OldJvm(long pid, int jdk) implements NoHotspot {
    @Override
    public String text() {
      return "process " + pid + " is a HotSpot of JDK " + jdk;
    }
  }

  /**
   * The structures of a HotSpot contradict each other.
   *
   * @param pid the process id
   * @param why the contradiction
   */
  record HotspotUnreadable(long pid, String why) implements JvmReason {
    @Override
    public String text() {
      return "process " + pid + " has a HotSpot that cannot be read: " + why;
    }

    @Override
    public String remedy() {
      return "see whether the process still lives and has started; then try again";
    }
  }

  /**
   * A part of a HotSpot cannot be read.
   *
   * @param part the part
   * @param why the fault
   */
  record PartUnreadable(JvmPart part, String why) implements JvmReason {
    @Override
    public String text() {
      return part.words + ": " + why;
    }

    @Override
    public String remedy() {
      return part.remedy;
    }
  }

  /** The JVM's flags cannot be read. */
  record FlagsUnknown() implements JvmReason {
    @Override
    public String text() {
      return "its flags cannot be read";
    }

    @Override
    public String remedy() {
      return "ask the JVM: jcmd PID VM.flags -all";
    }
  }

  /**
   * The JVM does not reveal the position of a field.
   *
   * @param why the field and the fault
   */
  record FieldUnknown(String why) implements JvmReason {
    @Override
    public String text() {
      return why;
    }

    @Override
    public String remedy() {
      return "use a HotSpot of JDK 17 to 25";
    }
  }

  /**
   * A static field of a Java class cannot be read.
   *
   * @param field its name
   * @param why the fault
   */
  record StaticUnreadable(String field, String why) implements JvmReason {
    @Override
    public String text() {
      return "the static field " + field + " cannot be read: " + why;
    }

    @Override
    public String remedy() {
      return LOOK_AGAIN;
    }
  }

  /**
   * No class is at an address.
   *
   * @param address in hexadecimal
   * @param why the content there
   */
  record NoClassAt(String address, String why) implements JvmReason {
    @Override
    public String text() {
      return "there is no class at " + address + ": " + why;
    }

    @Override
    public String remedy() {
      return "see whether the process still lives; classes come and go, so look again";
    }
  }

  /**
   * A class has left its address.
   *
   * @param className its name
   * @param address in hexadecimal
   * @param why the content there
   */
  record ClassMoved(String className, String address, String why) implements JvmReason {
    @Override
    public String text() {
      return className + " is not at " + address + ": " + why;
    }

    @Override
    public String remedy() {
      return "classes come and go, so list them again";
    }
  }

  /** The JVM keeps no performance counters. */
  record NoJvmCounters() implements JvmReason {
    @Override
    public String text() {
      return "the JVM keeps no counters";
    }

    @Override
    public String remedy() {
      return "start it without -XX:-UsePerfData";
    }
  }

  /** The collector moves a pool of threads faster than it can be read. */
  record PoolMoved() implements JvmReason {
    @Override
    public String text() {
      return "the pool is being moved";
    }

    @Override
    public String remedy() {
      return LOOK_AGAIN;
    }
  }

  /**
   * A pool's threads differ from those found.
   *
   * @param threads number of its threads
   * @param known number of threads found
   */
  record PoolWorkersUnknown(int threads, int known) implements JvmReason {
    @Override
    public String text() {
      return "it has " + threads + " threads, of which " + known + " are known";
    }

    @Override
    public String remedy() {
      return "look again";
    }
  }

  /**
   * The JDK is older than virtual threads.
   *
   * @param jdk its feature version
   * @param first the first feature version with them
   */
  record NoVirtualThreads(int jdk, int first) implements JvmReason {
    @Override
    public String text() {
      return "JDK " + jdk + " has no virtual threads";
    }

    @Override
    public String remedy() {
      return "there is nothing to look at; they came with JDK " + first;
    }
  }

  /** The JDK is told to keep no list of some virtual threads. */
  record VirtualThreadsUntracked() implements JvmReason {
    @Override
    public String text() {
      return "virtual threads that no executor started are missing: with"
          + " -Djdk.trackAllThreads=false the JDK keeps no list of them";
    }

    @Override
    public String remedy() {
      return "start it without that property";
    }
  }

  /** There are more lists of virtual threads than a sample may read. */
  record ThreadSetsUnread() implements JvmReason {
    @Override
    public String text() {
      return "virtual threads of some executors and scopes are missing: there are too many lists of"
          + " threads for one sample";
    }

    @Override
    public String remedy() {
      return "count those reported as at least that many";
    }
  }

  /**
   * The collector stores references that are not plain addresses.
   *
   * @param collector the flag that selects it
   */
  record ReferencesOpaque(String collector) implements JvmReason {
    @Override
    public String text() {
      return "with " + collector + " references are coloured, or lead to copies";
    }

    @Override
    public String remedy() {
      return "look at the same program with G1; or ask it: jcmd PID Thread.vthread_scheduler, from"
          + " JDK 24 on";
    }
  }

  /**
   * No JVM is at this process or its children.
   *
   * @param pid the process id
   */
  record NoJvmBelow(long pid) implements NoReply {
    @Override
    public String text() {
      return "neither process " + pid + " nor one below it has libjvm.so mapped, or it is closed";
    }

    @Override
    public String remedy() {
      return "give the process of a JVM that runs as the same user";
    }
  }

  /**
   * The JDK has no jcmd.
   *
   * @param program its expected path
   */
  record NoJcmd(String program) implements NoReply {
    @Override
    public String text() {
      return program + " is not there";
    }

    @Override
    public String remedy() {
      return "name the folder of a JDK, not of a runtime without tools";
    }
  }

  /**
   * jcmd does not start.
   *
   * @param why the system's message
   */
  record JcmdNotStarted(String why) implements NoReply {
    @Override
    public String text() {
      return "jcmd cannot be started: " + why;
    }

    @Override
    public String remedy() {
      return "try it by itself";
    }
  }

  /**
   * The JVM did not answer in time.
   *
   * @param pid the process id
   * @param command the command
   * @param seconds the limit
   */
  record NoAnswer(long pid, String command, long seconds) implements NoReply {
    @Override
    public String text() {
      return "process " + pid + " did not answer " + command + " within " + seconds + " s";
    }

    @Override
    public String remedy() {
      return "see whether it is stopped, or has no time to reach a safepoint";
    }
  }

  /**
   * The JVM refused to answer.
   *
   * @param pid the process id
   * @param command the command
   * @param answer its answer
   */
  record AnswerRefused(long pid, String command, String answer) implements NoReply {
    @Override
    public String text() {
      return "process " + pid + " refused " + command + ": " + answer;
    }

    @Override
    public String remedy() {
      return "see whether it still lives, runs as this user and allows attaching"
          + " (-XX:+DisableAttachMechanism forbids it)";
    }
  }

  /**
   * The JVM answered in an unknown form.
   *
   * @param question the question
   */
  record AnswerUnclear(JvmQuestion question) implements JvmReason {
    @Override
    public String text() {
      return question.words;
    }

    @Override
    public String remedy() {
      return question.remedy;
    }
  }

  /** The JVM was started without its attach mechanism. */
  record AttachForbidden() implements NoReply {
    @Override
    public String text() {
      return "the JVM lets nobody attach (-XX:+DisableAttachMechanism)";
    }

    @Override
    public String remedy() {
      return "start it without that flag, or leave out --attach or --explain";
    }
  }

  /**
   * The process ids are those of another machine.
   *
   * @param root path of its /proc
   */
  record ForeignProcessIds(String root) implements NoReply {
    @Override
    public String text() {
      return "below " + root + " process ids mean other processes";
    }

    @Override
    public String remedy() {
      return "attach on the machine itself";
    }
  }

  /** The JVM does not track its native memory. */
  record NativeMemoryUntracked() implements JvmReason {
    @Override
    public String text() {
      return "native memory tracking is off in the JVM";
    }

    @Override
    public String remedy() {
      return "start it with -XX:NativeMemoryTracking=detail, which costs it a few percent";
    }
  }

  /** The C library of the JVM keeps free memory. */
  record NothingTrimmed() implements JvmReason {
    @Override
    public String text() {
      return "the JVM's C library gives nothing back when it is asked";
    }

    @Override
    public String remedy() {
      return "use a JDK for glibc";
    }
  }

  /** A part of a JVM in a range of its memory. */
  enum JvmRange {
    /** Its Java heap. */
    JAVA_HEAP("where the Java heap lies"),
    /** Its compiled code. */
    COMPILED_CODE("where compiled code lies"),
    /** The stacks of its threads. */
    STACKS("where the stacks lie"),
    /** The structures of its classes. */
    CLASSES("where the classes lie");

    private final String words;

    JvmRange(String words) {
      this.words = words;
    }
  }

  /**
   * The JVM does not reveal the address of a part.
   *
   * @param what the part
   * @param why the fault
   */
  record RangeUnknown(JvmRange what, String why) implements JvmReason {
    @Override
    public String text() {
      return what.words + ": " + why;
    }
  }

  /** Some class loaders have not been read yet. */
  record LoadersBehind() implements JvmReason {
    @Override
    public String text() {
      return "where the classes of some class loaders lie: there are too many to read them in the"
          + " CPU time that a look may take";
    }
  }

  /**
   * The stacks of some threads are inconsistent.
   *
   * @param stacks number of such threads
   * @param threads number of all threads
   * @param why the fault of the last one
   */
  record StacksUnknown(int stacks, int threads, String why) implements JvmReason {
    @Override
    public String text() {
      return "where the stacks of " + stacks + " of " + threads + " threads lie, the last: " + why;
    }
  }
}
