package dev.foliot.hotspot.code;

import static dev.foliot.hotspot.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.TargetJvm;
import dev.foliot.hotspot.code.TypeChecks.Check;
import dev.foliot.hotspot.code.TypeChecks.Check.Kind;
import dev.foliot.hotspot.image.Allowance;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Memory;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.Unsigned5;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.image.VmTables;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.hotspot.klass.Symbols;
import dev.foliot.linux.memory.ProcessMaps;
import dev.foliot.linux.memory.TargetMemory;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytecodes in a live JVM, against the class file. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class TypeChecksTest {
  private static final Path LIVE = Path.of("/");

  /** Shared classes and old ones: all kinds of code. */
  private static final Set<String> OF_THE_JDK =
      Set.of(
          "java.lang.String",
          "java.lang.Class",
          "java.lang.Character",
          "java.lang.Thread",
          "java.util.ArrayList",
          "java.util.HashMap",
          "java.util.concurrent.ConcurrentHashMap");

  private static final Set<String> OF_CLASS = Set.of("isInstance", "cast", "isAssignableFrom");

  @BeforeAll
  static void compile() {
    TargetJvm.compileFirst();
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void shouldFindTheChecksThatJavacWrote(int feature) throws Exception {
    try (TargetJvm target = TargetJvm.start(feature, "-XX:+UseSerialGC", "plain");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()));
        TargetMemory memory = value(TargetMemory.open(LIVE, target.pid()))) {
      ProcessMaps maps = value(ProcessMaps.of(LIVE, target.pid()));
      Memory live = Memory.ofProcess(LIVE, target.pid(), memory, maps);
      Pages pages = new Pages(live, new Allowance(1L << 30, Long.MAX_VALUE, System::nanoTime));
      VmImage.Clocks clocks = new VmImage.Clocks(System::nanoTime, System::nanoTime);
      VmTables tables = value(VmImage.find(live, target.pid(), maps.regions(), clocks)).tables();
      Map<String, Long> classes = new HashMap<>();
      for (LoadedClass each : value(jvm.classes()).all()) {
        classes.put(each.name(), each.address());
      }
      Map<String, List<Check>> read = read(pages, tables, address(classes, "acme.Target"));
      Map<String, List<Check>> written = written(target);
      assertThat(read.keySet()).isEqualTo(written.keySet());
      read.forEach((method, checks) ->
          // Types of code that never ran were never resolved.
          assertThat(written.getOrDefault(method, List.of()))
              .as(method)
              .containsSubsequence(withoutTypes(checks)));
      List<Check> kinds = read.getOrDefault("kinds", List.of());
      assertThat(withoutTypes(kinds)).isEqualTo(written.get("kinds"));
      assertThat(kinds)
          .extracting(Check::kind)
          .containsExactly(Kind.CAST, Kind.STORE, Kind.CLASS, Kind.CLASS, Kind.CAST, Kind.RECEIVER);
      long left = address(classes, "acme.Target$Left");
      long runnable = address(classes, "java.lang.Runnable");
      assertThat(kinds)
          .extracting(Check::type)
          .containsExactly(left, 0L, 0L, 0L, runnable, runnable);
      int methods = 0;
      for (String name : OF_THE_JDK) {
        methods += read(pages, tables, address(classes, name)).size();
      }
      assertThat(methods).isGreaterThan(100);
    }
  }

  private static long address(Map<String, Long> classes, String name) {
    return Objects.requireNonNull(classes.get(name), name);
  }

  private static List<Check> withoutTypes(List<Check> checks) {
    return checks.stream().map(check -> new Check(check.bci(), check.kind(), 0)).toList();
  }

  /** By method name; methods of one name are merged. */
  private static Map<String, List<Check>> read(Pages pages, VmTables tables, long klass)
      throws BadMemoryException {
    Symbols symbols = Symbols.of(tables);
    Methods names = new Methods(tables, symbols);
    TypeChecks checks = new TypeChecks(tables, symbols);
    long list = pages.target(klass + tables.offset("InstanceKlass::_methods"));
    int data = tables.offset("Array<Klass*>::_data", "Array<Klass*>::_data[0]");
    Map<String, List<Check>> read = new TreeMap<>();
    for (int i = 0; i < pages.i4(list + tables.offset("Array<Klass*>::_length")); i++) {
      long method = pages.target(list + data + 8L * i);
      String name = names.frame(pages, method, 0, Unsigned5.Format.WITHOUT_ZERO).method();
      read.computeIfAbsent(name, n -> new ArrayList<>()).addAll(checks.of(pages, method));
    }
    return read;
  }

  private static Map<String, List<Check>> written(TargetJvm target) throws IOException {
    ClassModel model = ClassFile.of().parse(target.classFile("acme/Target.class"));
    Map<String, List<Check>> written = new TreeMap<>();
    for (MethodModel method : model.methods()) {
      List<Check> checks =
          written.computeIfAbsent(method.methodName().stringValue(), n -> new ArrayList<>());
      int bci = 0;
      for (CodeElement element : method.code().orElseThrow()) {
        if (element instanceof Instruction instruction) {
          int place = bci;
          kind(instruction).ifPresent(kind -> checks.add(new Check(place, kind, 0)));
          bci += instruction.sizeInBytes();
        }
      }
    }
    return written;
  }

  private static Optional<Kind> kind(Instruction instruction) {
    if (instruction.opcode() == Opcode.CHECKCAST || instruction.opcode() == Opcode.INSTANCEOF) {
      return Optional.of(Kind.CAST);
    }
    if (instruction.opcode() == Opcode.AASTORE) {
      return Optional.of(Kind.STORE);
    }
    if (instruction.opcode() == Opcode.INVOKEINTERFACE) {
      return Optional.of(Kind.RECEIVER);
    }
    return instruction instanceof InvokeInstruction call
            && call.opcode() == Opcode.INVOKEVIRTUAL
            && call.owner().asInternalName().equals("java/lang/Class")
            && OF_CLASS.contains(call.name().stringValue())
        ? Optional.of(Kind.CLASS)
        : Optional.empty();
  }
}
