package dev.tributary.ops;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** The process and its JVM, by the names that Micrometer has given them everywhere. */
final class ProcessMetrics {
  private ProcessMetrics() {}

  static void bind(MeterRegistry registry) {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    // Micrometer's own listen to every collection, and their names depend on the collector.
    for (GarbageCollectorMXBean gc : ManagementFactory.getGarbageCollectorMXBeans()) {
      FunctionCounter.builder("jvm.gc.collections", gc, GarbageCollectorMXBean::getCollectionCount)
          .tag("gc", gc.getName())
          .register(registry);
      FunctionCounter.builder("jvm.gc.collection", gc, bean -> bean.getCollectionTime() / 1000.0)
          .tag("gc", gc.getName())
          .baseUnit("seconds")
          .register(registry);
    }
  }
}
