/** Written by `npm run contract` from apps/api/src/loyalty/features/content/seed/openings.json: change that file. */
export const DEPARTMENTS = [
  {
    "key": "accountExecutive",
    "name": "Senior Account Executive"
  },
  {
    "key": "contentCreator",
    "name": "Content Creator"
  },
  {
    "key": "outletSupervisor",
    "name": "Outlet Supervisor"
  },
  {
    "key": "assistantSupervisor",
    "name": "Assistant Outlet Supervisor"
  },
  {
    "key": "seniorService",
    "name": "Senior Service Crew"
  },
  {
    "key": "service",
    "name": "Service Crew"
  },
  {
    "key": "kitchen",
    "name": "Kitchen Crew"
  }
] as const;
export const PLACES = [
  {
    "key": "kualaLumpur",
    "name": "Kuala Lumpur"
  },
  {
    "key": "johor",
    "name": "Johor"
  },
  {
    "key": "kedah",
    "name": "Kedah"
  },
  {
    "key": "melaka",
    "name": "Melaka"
  }
] as const;
