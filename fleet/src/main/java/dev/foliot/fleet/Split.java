package dev.foliot.fleet;

/**
 * The same nodes by two parts of their data.
 *
 * @param agreement the share of nodes with the same band in both parts
 * @param kappa the agreement beyond chance: 1 for all, 0 for chance (Cohen, "A Coefficient of
 *     Agreement for Nominal Scales", 1960)
 * @param correlation of the medians
 * @param difference the spread of the medians' differences
 * @param spread of the medians, in the part with the smaller one
 */
record Split(double agreement, double kappa, double correlation, double difference, double spread) {
  static Split of(double[] a, double[] b, Found found) {
    int bands = Math.max(1, found.parts());
    double[] ofA = new double[bands];
    double[] ofB = new double[bands];
    double[] differences = new double[a.length];
    double same = 0;
    for (int i = 0; i < a.length; i++) {
      int bandA = found.place(a[i]);
      int bandB = found.place(b[i]);
      ofA[bandA]++;
      ofB[bandB]++;
      same += bandA == bandB ? 1 : 0;
      differences[i] = b[i] - a[i];
    }
    double agreement = a.length == 0 ? 1 : same / a.length;
    double chance = 0;
    for (int band = 0; band < bands && a.length > 0; band++) {
      chance += ofA[band] / a.length * (ofB[band] / a.length);
    }
    return new Split(
        agreement,
        chance < 1 ? (agreement - chance) / (1 - chance) : 1,
        Robust.correlation(a, b),
        a.length == 0 ? 0 : Robust.deviation(differences),
        a.length == 0 ? 0 : Math.min(Robust.deviation(a), Robust.deviation(b)));
  }
}
