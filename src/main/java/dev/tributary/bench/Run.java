package dev.tributary.bench;

/**
 * One part of a measurement, done once.
 *
 * @param who did the work
 * @param what was special about it; empty for nothing
 * @param load of the machine at its start
 * @param others what other processes took of the machine meanwhile, in processors
 * @param seconds from the first document to the last; of a stream that is read alone, from its
 *     first read to its last
 * @param wholeSeconds from the start of the process to the last document
 * @param written documents that were written or deleted
 * @param cpuMicros of the whole process, for each record, its start included
 * @param warmCpuMicros the same for the second half of the records alone; 0 where that is not known
 * @param openSearchCpuMicros of OpenSearch, for each record
 * @param allocatedKb for each record, the start of the process included
 */
record Run(
    Who who,
    String what,
    double load,
    double others,
    long records,
    double seconds,
    double wholeSeconds,
    long written,
    double cpuMicros,
    double warmCpuMicros,
    double openSearchCpuMicros,
    double peakRssMb,
    double allocatedKb) {

  /** Who can do the work. */
  enum Who {
    WORKER("Tributary"),
    MINIMAL("minimal program"),
    RAW_BULK("raw bulk"),
    RAW_STREAM("raw GetRecords");

    private final String title;

    Who(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }

  String title() {
    return what.isEmpty() ? who.title() : who.title() + ", " + what;
  }

  double recordsPerSecond() {
    return records / seconds;
  }

  /** The same without what was done in the process only for the measurement. */
  Run without(double cpuMicrosOfAll, double cpuMicrosOfWarm) {
    return new Run(
        who,
        what,
        load,
        others,
        records,
        seconds,
        wholeSeconds,
        written,
        cpuMicros - cpuMicrosOfAll,
        warmCpuMicros - cpuMicrosOfWarm,
        openSearchCpuMicros,
        peakRssMb,
        allocatedKb);
  }

  Run called(String other) {
    return new Run(
        who,
        other,
        load,
        others,
        records,
        seconds,
        wholeSeconds,
        written,
        cpuMicros,
        warmCpuMicros,
        openSearchCpuMicros,
        peakRssMb,
        allocatedKb);
  }
}
